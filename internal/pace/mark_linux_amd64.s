#include "textflag.h"

// func Mark()
TEXT ·Mark(SB), NOSPLIT, $0-0
	MOVW $1, AX
	MOVW AX, ES
	RET

// func Interrupted() bool
TEXT ·Interrupted(SB), NOSPLIT, $0-1
	MOVW  ES, AX
	TESTW AX, AX
	SETEQ ret+0(FP)
	RET
