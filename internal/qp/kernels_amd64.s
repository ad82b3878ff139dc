//go:build amd64.v3

#include "textflag.h"

// SUM leaves the sum of the four numbers of Y in the low number of X; T is overwritten.
#define SUM(Y, X, T) \
	VEXTRACTF128 $1, Y, T \
	VADDPD       T, X, X  \
	VUNPCKHPD    X, X, T  \
	VADDSD       T, X, X

// NOSUMS begins eight sums, Y0 to Y7.
#define NOSUMS \
	VXORPD Y0, Y0, Y0 \
	VXORPD Y1, Y1, Y1 \
	VXORPD Y2, Y2, Y2 \
	VXORPD Y3, Y3, Y3 \
	VXORPD Y4, Y4, Y4 \
	VXORPD Y5, Y5, Y5 \
	VXORPD Y6, Y6, Y6 \
	VXORPD Y7, Y7, Y7

// SUMS leaves the sums of the numbers of A, B, C and D side by side in A; the others are overwritten.
// First come the sums of pairs, of A and B by turns in each half.
#define SUMS(A, B, C, D) \
	VHADDPD    B, A, A        \
	VHADDPD    D, C, C        \
	VPERM2F128 $0x21, C, A, B \
	VBLENDPD   $12, C, A, A   \
	VADDPD     B, A, A

// func dotV3(x, y []float64) float64
TEXT ·dotV3(SB), NOSPLIT, $0-56
	MOVQ   x_base+0(FP), SI
	MOVQ   x_len+8(FP), CX
	MOVQ   y_base+24(FP), DI
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	SUBQ   $16, CX
	JLT    dotRest

dotSixteen:
	VMOVUPD     (SI), Y4
	VMOVUPD     32(SI), Y5
	VMOVUPD     64(SI), Y6
	VMOVUPD     96(SI), Y7
	VFMADD231PD (DI), Y4, Y0
	VFMADD231PD 32(DI), Y5, Y1
	VFMADD231PD 64(DI), Y6, Y2
	VFMADD231PD 96(DI), Y7, Y3
	ADDQ        $128, SI
	ADDQ        $128, DI
	SUBQ        $16, CX
	JGE         dotSixteen

dotRest:
	ADDQ $12, CX
	JLT  dotDone

dotFour:
	VMOVUPD     (SI), Y4
	VFMADD231PD (DI), Y4, Y0
	ADDQ        $32, SI
	ADDQ        $32, DI
	SUBQ        $4, CX
	JGE         dotFour

dotDone:
	VADDPD Y1, Y0, Y0
	VADDPD Y3, Y2, Y2
	VADDPD Y2, Y0, Y0
	SUM(Y0, X0, X1)
	VMOVSD X0, ret+48(FP)
	VZEROUPPER
	RET

// func axpyV3(y []float64, t float64, x []float64)
TEXT ·axpyV3(SB), NOSPLIT, $0-56
	MOVQ         y_base+0(FP), DI
	MOVQ         y_len+8(FP), CX
	VBROADCASTSD t+24(FP), Y0
	MOVQ         x_base+32(FP), SI
	SUBQ         $8, CX
	JLT          axpyRest

axpyEight:
	VMOVUPD     (DI), Y1
	VMOVUPD     32(DI), Y2
	VFMADD231PD (SI), Y0, Y1
	VFMADD231PD 32(SI), Y0, Y2
	VMOVUPD     Y1, (DI)
	VMOVUPD     Y2, 32(DI)
	ADDQ        $64, SI
	ADDQ        $64, DI
	SUBQ        $8, CX
	JGE         axpyEight

axpyRest:
	ADDQ        $4, CX
	JLT         axpyDone
	VMOVUPD     (DI), Y1
	VFMADD231PD (SI), Y0, Y1
	VMOVUPD     Y1, (DI)

axpyDone:
	VZEROUPPER
	RET

// func mulRowsV3(d, x, rows []float64, stride int)
//
// Four rows at a time: R8 to R11 walk over them, SI over x. Two sums a row hide the latency of one.
TEXT ·mulRowsV3(SB), NOSPLIT, $0-80
	MOVQ d_base+0(FP), DI
	MOVQ d_len+8(FP), DX
	MOVQ rows_base+48(FP), R12
	MOVQ stride+72(FP), R13
	SHLQ $3, R13
	SUBQ $4, DX
	JLT  mulDone

mulBlock:
	MOVQ   x_base+24(FP), SI
	MOVQ   x_len+32(FP), CX
	MOVQ   R12, R8
	LEAQ   (R8)(R13*1), R9
	LEAQ   (R9)(R13*1), R10
	LEAQ   (R10)(R13*1), R11
	LEAQ   (R11)(R13*1), R12
	XORQ   AX, AX
	NOSUMS
	SUBQ   $8, CX
	JLT    mulRest

mulEight:
	VMOVUPD     (SI)(AX*8), Y8
	VMOVUPD     32(SI)(AX*8), Y9
	VFMADD231PD (R8)(AX*8), Y8, Y0
	VFMADD231PD (R9)(AX*8), Y8, Y1
	VFMADD231PD (R10)(AX*8), Y8, Y2
	VFMADD231PD (R11)(AX*8), Y8, Y3
	VFMADD231PD 32(R8)(AX*8), Y9, Y4
	VFMADD231PD 32(R9)(AX*8), Y9, Y5
	VFMADD231PD 32(R10)(AX*8), Y9, Y6
	VFMADD231PD 32(R11)(AX*8), Y9, Y7
	ADDQ        $8, AX
	SUBQ        $8, CX
	JGE         mulEight

mulRest:
	ADDQ        $4, CX
	JLT         mulSum
	VMOVUPD     (SI)(AX*8), Y8
	VFMADD231PD (R8)(AX*8), Y8, Y0
	VFMADD231PD (R9)(AX*8), Y8, Y1
	VFMADD231PD (R10)(AX*8), Y8, Y2
	VFMADD231PD (R11)(AX*8), Y8, Y3

mulSum:
	VADDPD       Y4, Y0, Y0
	VADDPD       Y5, Y1, Y1
	VADDPD       Y6, Y2, Y2
	VADDPD       Y7, Y3, Y3
	SUMS(Y0, Y1, Y2, Y3)
	VMOVUPD      Y0, (DI)
	ADDQ         $32, DI
	SUBQ         $4, DX
	JGE          mulBlock

mulDone:
	VZEROUPPER
	RET

// func addRowsV3(y, t, rows []float64, stride int)
TEXT ·addRowsV3(SB), NOSPLIT, $0-80
	MOVQ t_base+24(FP), BX
	MOVQ t_len+32(FP), DX
	MOVQ rows_base+48(FP), R12
	MOVQ stride+72(FP), R13
	SHLQ $3, R13
	SUBQ $4, DX
	JLT  addDone

addBlock:
	MOVQ         y_base+0(FP), DI
	MOVQ         y_len+8(FP), CX
	MOVQ         R12, R8
	LEAQ         (R8)(R13*1), R9
	LEAQ         (R9)(R13*1), R10
	LEAQ         (R10)(R13*1), R11
	LEAQ         (R11)(R13*1), R12
	XORQ         AX, AX
	VBROADCASTSD (BX), Y0
	VBROADCASTSD 8(BX), Y1
	VBROADCASTSD 16(BX), Y2
	VBROADCASTSD 24(BX), Y3
	SUBQ         $8, CX
	JLT          addRest

addEight:
	VMOVUPD     (DI)(AX*8), Y4
	VMOVUPD     32(DI)(AX*8), Y5
	VFMADD231PD (R8)(AX*8), Y0, Y4
	VFMADD231PD 32(R8)(AX*8), Y0, Y5
	VFMADD231PD (R9)(AX*8), Y1, Y4
	VFMADD231PD 32(R9)(AX*8), Y1, Y5
	VFMADD231PD (R10)(AX*8), Y2, Y4
	VFMADD231PD 32(R10)(AX*8), Y2, Y5
	VFMADD231PD (R11)(AX*8), Y3, Y4
	VFMADD231PD 32(R11)(AX*8), Y3, Y5
	VMOVUPD     Y4, (DI)(AX*8)
	VMOVUPD     Y5, 32(DI)(AX*8)
	ADDQ        $8, AX
	SUBQ        $8, CX
	JGE         addEight

addRest:
	ADDQ        $4, CX
	JLT         addNext
	VMOVUPD     (DI)(AX*8), Y4
	VFMADD231PD (R8)(AX*8), Y0, Y4
	VFMADD231PD (R9)(AX*8), Y1, Y4
	VFMADD231PD (R10)(AX*8), Y2, Y4
	VFMADD231PD (R11)(AX*8), Y3, Y4
	VMOVUPD     Y4, (DI)(AX*8)

addNext:
	ADDQ $32, BX
	SUBQ $4, DX
	JGE  addBlock

addDone:
	VZEROUPPER
	RET

// func rotateV3(x, y []float64, c, s float64)
TEXT ·rotateV3(SB), NOSPLIT, $0-64
	MOVQ         x_base+0(FP), SI
	MOVQ         x_len+8(FP), CX
	MOVQ         y_base+24(FP), DI
	VBROADCASTSD c+48(FP), Y0
	VBROADCASTSD s+56(FP), Y1
	SUBQ         $4, CX
	JLT          rotateDone

rotateFour:
	VMOVUPD     (SI), Y2
	VMOVUPD     (DI), Y3
	VMULPD      Y1, Y3, Y4
	VMULPD      Y1, Y2, Y5
	VFMADD231PD Y0, Y2, Y4
	VFMSUB231PD Y0, Y3, Y5
	VMOVUPD     Y4, (SI)
	VMOVUPD     Y5, (DI)
	ADDQ        $32, SI
	ADDQ        $32, DI
	SUBQ        $4, CX
	JGE         rotateFour

rotateDone:
	VZEROUPPER
	RET

// TRANSPOSE turns the four rows Y2 to Y5 into the four columns; Y6 to Y9 are overwritten.
#define TRANSPOSE \
	VUNPCKLPD  Y3, Y2, Y6        \
	VUNPCKHPD  Y3, Y2, Y7        \
	VUNPCKLPD  Y5, Y4, Y8        \
	VUNPCKHPD  Y5, Y4, Y9        \
	VPERM2F128 $0x20, Y8, Y6, Y2 \
	VPERM2F128 $0x20, Y9, Y7, Y3 \
	VPERM2F128 $0x31, Y8, Y6, Y4 \
	VPERM2F128 $0x31, Y9, Y7, Y5

// func solveFourV3(x, wanted, lower []float64, stride, n int, reciprocal []float64)
//
// SI and DI walk over two of the four rows of x at a time, R8 to R11 over those of lower. Then the columns are solved for, one
// after the other, with the four rows side by side.
TEXT ·solveFourV3(SB), NOSPLIT, $0-112
	MOVQ x_base+0(FP), SI
	MOVQ lower_base+48(FP), R8
	MOVQ stride+72(FP), R13
	MOVQ n+80(FP), CX
	SHLQ $3, R13
	LEAQ (SI)(R13*1), DI
	LEAQ (R8)(R13*1), R9
	LEAQ (R9)(R13*1), R10
	LEAQ (R10)(R13*1), R11
	MOVQ $2, DX

solveTwo:
	VMOVAPD Y0, Y14
	VMOVAPD Y1, Y15
	NOSUMS
	XORQ    AX, AX
	CMPQ    AX, CX
	JGE     solveSum

solveColumns:
	VMOVUPD     (SI)(AX*8), Y12
	VMOVUPD     (DI)(AX*8), Y13
	VMOVUPD     (R8)(AX*8), Y8
	VMOVUPD     (R9)(AX*8), Y9
	VMOVUPD     (R10)(AX*8), Y10
	VMOVUPD     (R11)(AX*8), Y11
	VFMADD231PD Y8, Y12, Y0
	VFMADD231PD Y9, Y12, Y1
	VFMADD231PD Y10, Y12, Y2
	VFMADD231PD Y11, Y12, Y3
	VFMADD231PD Y8, Y13, Y4
	VFMADD231PD Y9, Y13, Y5
	VFMADD231PD Y10, Y13, Y6
	VFMADD231PD Y11, Y13, Y7
	ADDQ        $4, AX
	CMPQ        AX, CX
	JLT         solveColumns

solveSum:
	SUMS(Y0, Y1, Y2, Y3)
	SUMS(Y4, Y5, Y6, Y7)
	VMOVAPD Y4, Y1
	LEAQ    (SI)(R13*2), SI
	LEAQ    (DI)(R13*2), DI
	DECQ    DX
	JNZ     solveTwo

	MOVQ    wanted_base+24(FP), SI
	VMOVUPD (SI), Y2
	ADDQ    R13, SI
	VMOVUPD (SI), Y3
	ADDQ    R13, SI
	VMOVUPD (SI), Y4
	ADDQ    R13, SI
	VMOVUPD (SI), Y5
	VSUBPD  Y14, Y2, Y2
	VSUBPD  Y15, Y3, Y3
	VSUBPD  Y0, Y4, Y4
	VSUBPD  Y1, Y5, Y5
	TRANSPOSE

	MOVQ         reciprocal_base+88(FP), BX
	VBROADCASTSD (BX), Y10
	VBROADCASTSD 8(BX), Y11
	VBROADCASTSD 16(BX), Y12
	VBROADCASTSD 24(BX), Y13
	VBROADCASTSD (R9)(CX*8), Y6
	VBROADCASTSD (R10)(CX*8), Y7
	VBROADCASTSD (R11)(CX*8), Y8
	VMULPD       Y10, Y2, Y2
	VFNMADD231PD Y6, Y2, Y3
	VFNMADD231PD Y7, Y2, Y4
	VFNMADD231PD Y8, Y2, Y5
	VBROADCASTSD 8(R10)(CX*8), Y7
	VBROADCASTSD 8(R11)(CX*8), Y8
	VMULPD       Y11, Y3, Y3
	VFNMADD231PD Y7, Y3, Y4
	VFNMADD231PD Y8, Y3, Y5
	VBROADCASTSD 16(R11)(CX*8), Y8
	VMULPD       Y12, Y4, Y4
	VFNMADD231PD Y8, Y4, Y5
	VMULPD       Y13, Y5, Y5
	TRANSPOSE

	MOVQ    x_base+0(FP), SI
	LEAQ    (SI)(CX*8), SI
	VMOVUPD Y2, (SI)
	ADDQ    R13, SI
	VMOVUPD Y3, (SI)
	ADDQ    R13, SI
	VMOVUPD Y4, (SI)
	ADDQ    R13, SI
	VMOVUPD Y5, (SI)
	VZEROUPPER
	RET
