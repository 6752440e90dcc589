// Command kernels writes the vector instructions of package eval for amd64: what its Go code does one number at a time, sixteen
// at a time. go generate in internal/eval runs it.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Shape of the net, as in package eval.
const (
	lanes      = 16
	counts     = 18
	width      = 32
	layerShift = 10
	changeSize = 12
	rowBytes   = width * 2 * 2 // a row of two inputs
	vectors    = width * 4 / 32
)

func main() {
	ConstraintExpr("!purego")
	add()
	head()
	cpu()
	Generate()
}

func add() {
	TEXT("addAVX2", NOSPLIT, "func(sums, black, white *uint64, changes *uint32, n int)")
	Pragma("noescape")
	Doc("addAVX2 adds what n changes do to the sums of both colors, whose rows begin at black and white.")
	sums, black, white := Load(Param("sums"), GP64()), Load(Param("black"), GP64()), Load(Param("white"), GP64())
	change, n := Load(Param("changes"), GP64()), Load(Param("n"), GP64())
	b, w := YMM(), YMM()
	VMOVDQU(Mem{Base: sums}, b)
	VMOVDQU(Mem{Base: sums, Disp: 32}, w)
	Label("change")
	for _, step := range []struct {
		disp int
		rows reg.Register
		sum  reg.VecVirtual
		op   func(...Op)
	}{
		{4, black, b, func(ops ...Op) { VPADDW(ops[0], ops[1], ops[2]) }},
		{6, white, w, func(ops ...Op) { VPADDW(ops[0], ops[1], ops[2]) }},
		{0, black, b, func(ops ...Op) { VPSUBW(ops[0], ops[1], ops[2]) }},
		{2, white, w, func(ops ...Op) { VPSUBW(ops[0], ops[1], ops[2]) }},
	} {
		row := GP64()
		MOVWQZX(Mem{Base: change, Disp: step.disp}, row)
		SHLQ(U8(5), row)
		step.op(Mem{Base: step.rows, Index: row, Scale: 1}, step.sum, step.sum)
	}
	ADDQ(U8(changeSize), change)
	DECQ(n)
	JNZ(LabelRef("change"))
	VMOVDQU(b, Mem{Base: sums})
	VMOVDQU(w, Mem{Base: sums, Disp: 32})
	VZEROUPPER()
	RET()
}

func head() {
	TEXT("headAVX2", NOSPLIT, "func(first, second *int16, bias, secondBias *int32, out *int16, ours, theirs *uint64, counts *int16) int32")
	Pragma("noescape")
	Doc("headAVX2 returns the sum of a head's output, but for its bias.")
	first, second := Load(Param("first"), GP64()), Load(Param("second"), GP64())
	bias, secondBias := Load(Param("bias"), GP64()), Load(Param("secondBias"), GP64())
	out, ours, theirs, countsAt := Load(Param("out"), GP64()), Load(Param("ours"), GP64()), Load(Param("theirs"), GP64()), Load(Param("counts"), GP64())
	units := AllocLocal(width * 2)
	zero := YMM()
	VPXOR(zero, zero, zero)
	sums := make([]reg.VecVirtual, vectors)
	for k := range sums {
		sums[k] = YMM()
	}
	type input struct {
		from Mem
		n    int
	}
	layer := func(from []input, rows, bias reg.Register) {
		for k, sum := range sums {
			VMOVDQU(Mem{Base: bias, Disp: 32 * k}, sum)
		}
		pair, product := YMM(), YMM()
		row := 0
		for _, part := range from {
			for i := range part.n / 2 {
				VPBROADCASTD(part.from.Offset(4*i), pair)
				for k, sum := range sums {
					VPMADDWD(Mem{Base: rows, Disp: row + 32*k}, pair, product)
					VPADDD(product, sum, sum)
				}
				row += rowBytes
			}
		}
		for k := 0; k < vectors; k += 2 { // to sixteen units a register, in order, from 0 up
			VPSRAD(U8(layerShift), sums[k], sums[k])
			VPSRAD(U8(layerShift), sums[k+1], sums[k+1])
			VPACKSSDW(sums[k+1], sums[k], sums[k])
			VPERMQ(U8(0xd8), sums[k], sums[k])
			VPMAXSW(zero, sums[k], sums[k])
		}
	}
	layer([]input{{Mem{Base: ours}, lanes}, {Mem{Base: theirs}, lanes}, {Mem{Base: countsAt}, counts}}, first, bias)
	for k := 0; k < vectors; k += 2 {
		VMOVDQU(sums[k], units.Offset(16*k))
	}
	layer([]input{{units, width}}, second, secondBias)
	for k := 0; k < vectors; k += 2 {
		VPMADDWD(Mem{Base: out, Disp: 16 * k}, sums[k], sums[k])
		if k > 0 {
			VPADDD(sums[k], sums[0], sums[0])
		}
	}
	x, y := XMM(), XMM()
	VEXTRACTI128(U8(1), sums[0], x)
	VPADDD(x, sums[0].AsX(), x)
	VPSHUFD(U8(0x4e), x, y)
	VPADDD(y, x, x)
	VPSHUFD(U8(0xb1), x, y)
	VPADDD(y, x, x)
	v := GP32()
	VMOVD(x, v)
	VZEROUPPER()
	Store(v, ReturnIndex(0))
	RET()
}

func cpu() {
	TEXT("cpuid", NOSPLIT, "func(leaf, subleaf uint32) (a, b, c, d uint32)")
	Doc("cpuid asks the processor what it can do.")
	Load(Param("leaf"), reg.EAX)
	Load(Param("subleaf"), reg.ECX)
	CPUID()
	Store(reg.EAX, Return("a"))
	Store(reg.EBX, Return("b"))
	Store(reg.ECX, Return("c"))
	Store(reg.EDX, Return("d"))
	RET()

	TEXT("xgetbv", NOSPLIT, "func() uint32")
	Doc("xgetbv returns which registers the operating system saves.")
	XORL(reg.ECX, reg.ECX)
	XGETBV()
	Store(reg.EAX, ReturnIndex(0))
	RET()
}
