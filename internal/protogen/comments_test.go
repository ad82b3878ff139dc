package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/descriptorpb"
)

// unit finds what makes a number readable: a unit, or the word that says that there is none.
var unit = regexp.MustCompile(`\b(m|m/s|m/s\^2|rad|rad/s|rad/s\^2|N m|N|kg|degC|V|A|ns|no unit|without unit|unit of the field|count|in s)\b|Count`)

// Field numbers of descriptor.proto, which make the paths of comments.
const (
	fileMessage, fileEnum    = 4, 5
	messageField, enumNumber = 2, 2
)

func TestEveryDeclarationIsCommentedAndEveryNumberHasAUnit(t *testing.T) {
	for _, dir := range packageDirs {
		checkComments(t, dir)
	}
}

func checkComments(t *testing.T, dir string) {
	request, err := compile(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	fields := 0
	for _, file := range request.ProtoFile {
		if strings.HasPrefix(file.GetName(), "google/") {
			continue
		}
		comment := func(path ...int32) string { return leading(file, path) }
		for m, message := range file.MessageType {
			if comment(fileMessage, int32(m)) == "" {
				t.Errorf("%s: message %s has no comment", file.GetName(), message.GetName())
			}
			for f, field := range message.Field {
				fields++
				text := comment(fileMessage, int32(m), messageField, int32(f))
				if problem := fieldProblem(field, text); problem != "" {
					t.Errorf("%s: %s.%s %s", file.GetName(), message.GetName(), field.GetName(), problem)
				}
			}
		}
		for e, enum := range file.EnumType {
			if comment(fileEnum, int32(e)) == "" {
				t.Errorf("%s: enum %s has no comment", file.GetName(), enum.GetName())
			}
			for v, value := range enum.Value {
				if comment(fileEnum, int32(e), enumNumber, int32(v)) == "" {
					t.Errorf("%s: %s has no comment", file.GetName(), value.GetName())
				}
			}
		}
	}
	if fields < 80 {
		t.Errorf("only %d fields of %s were looked at; are the sources complete?", fields, dir)
	}
}

func TestACommentWithoutAUnitIsNoticed(t *testing.T) {
	kind := descriptorpb.FieldDescriptorProto_TYPE_DOUBLE
	field := &descriptorpb.FieldDescriptorProto{Type: &kind}
	for comment, wantProblem := range map[string]bool{
		"":                     true,
		"The position.":        true,
		"Named after me.":      true,
		"m, in the world":      false,
		"Scalar part, no unit": false,
		"Count of re-arms":     false,
	} {
		if got := fieldProblem(field, comment) != ""; got != wantProblem {
			t.Errorf("comment %q: problem %v; expected %v", comment, got, wantProblem)
		}
	}
}

func fieldProblem(field *descriptorpb.FieldDescriptorProto, comment string) string {
	switch {
	case comment == "":
		return "has no comment"
	case isNumber(field) && !unit.MatchString(comment):
		return "is a number, and its comment names no unit: " + comment
	}
	return ""
}

func isNumber(field *descriptorpb.FieldDescriptorProto) bool {
	switch field.GetType() {
	case descriptorpb.FieldDescriptorProto_TYPE_MESSAGE, descriptorpb.FieldDescriptorProto_TYPE_ENUM,
		descriptorpb.FieldDescriptorProto_TYPE_STRING, descriptorpb.FieldDescriptorProto_TYPE_BOOL,
		descriptorpb.FieldDescriptorProto_TYPE_BYTES:
		return false
	}
	return true
}

// leading returns the comment before the declaration at path.
func leading(file *descriptorpb.FileDescriptorProto, path []int32) string {
	for _, location := range file.GetSourceCodeInfo().GetLocation() {
		if slices.Equal(location.Path, path) {
			return strings.Join(strings.Fields(location.GetLeadingComments()), " ")
		}
	}
	return ""
}
