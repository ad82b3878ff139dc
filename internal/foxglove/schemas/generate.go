package schemas

//go:generate go run ../../protogen .
