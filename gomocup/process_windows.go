package gomocup

import (
	"os/exec"
	"syscall"
	"unsafe"
)

// A group is the job of an engine: the engine and what it starts. Windows ends all of a job when its last handle is
// closed, so that nothing is left even where this program is killed. job is 0 where Windows would make none.
type group struct {
	cmd *exec.Cmd
	job syscall.Handle
}

var (
	kernel32                 = syscall.NewLazyDLL("kernel32.dll")
	createJobObject          = kernel32.NewProc("CreateJobObjectW")
	setInformationJobObject  = kernel32.NewProc("SetInformationJobObject")
	assignProcessToJobObject = kernel32.NewProc("AssignProcessToJobObject")
	terminateJobObject       = kernel32.NewProc("TerminateJobObject")
)

const (
	processTerminate = 0x0001
	processSetQuota  = 0x0100
	createNoWindow   = 0x08000000
	extendedLimits   = 9 // JobObjectExtendedLimitInformation
	limitKillOnClose = 0x2000
	wordPad          = 8 - unsafe.Sizeof(uintptr(0)) // 64-bit numbers are aligned in Windows' structures, on 386 too
)

// jobLimits is JOBOBJECT_EXTENDED_LIMIT_INFORMATION.
type jobLimits struct {
	perProcessUserTime, perJobUserTime int64
	flags                              uint32
	minWorkingSet, maxWorkingSet       uintptr
	activeProcesses                    uint32
	affinity                           uintptr
	priorityClass, schedulingClass     uint32
	_                                  [wordPad]byte
	io                                 [6]uint64
	processMemory, jobMemory           uintptr
	peakProcessMemory, peakJobMemory   uintptr
}

func startGroup(cmd *exec.Cmd) (*group, error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.CreationFlags |= createNoWindow | syscall.CREATE_NEW_PROCESS_GROUP
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &group{cmd, newJob(uint32(cmd.Process.Pid))}, nil
}

func newJob(pid uint32) syscall.Handle {
	job, _, _ := createJobObject.Call(0, 0)
	if job == 0 {
		return 0
	}
	limits := jobLimits{flags: limitKillOnClose}
	ok, _, _ := setInformationJobObject.Call(job, extendedLimits, uintptr(unsafe.Pointer(&limits)), unsafe.Sizeof(limits))
	if ok != 0 {
		if process, err := syscall.OpenProcess(processTerminate|processSetQuota, false, pid); err == nil {
			ok, _, _ = assignProcessToJobObject.Call(job, uintptr(process))
			syscall.CloseHandle(process)
			if ok != 0 {
				return syscall.Handle(job)
			}
		}
	}
	syscall.CloseHandle(syscall.Handle(job))
	return 0
}

func (g *group) kill() {
	if g.job != 0 {
		terminateJobObject.Call(uintptr(g.job), 1)
	}
	_ = g.cmd.Process.Kill()
}

func (g *group) close() {
	if g.job != 0 {
		syscall.CloseHandle(g.job)
		g.job = 0
	}
}
