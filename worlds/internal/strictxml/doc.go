// Package strictxml reads an XML document as a tree with positions, and refuses what makes XML
// hostile or doubtful: document types and entities, several roots, repeated attributes, text
// outside of the root, encodings other than UTF-8, and trees beyond the limits. What elements and
// attributes mean is for the reader of a format to say.
//
// encoding/xml tells the tokens apart; this package judges them.
package strictxml
