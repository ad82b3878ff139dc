package pb

//go:generate go run ../../internal/protogen .
