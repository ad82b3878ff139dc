package command

import (
	"os"
	"strings"
)

// kernelFindings reads the settings of the kernel.
func kernelFindings() []finding {
	version := read("/proc/sys/kernel/osrelease")
	preempt := read("/sys/kernel/realtime") == "1"
	throttle := read("/proc/sys/kernel/sched_rt_runtime_us")
	governor := read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
	findings := []finding{
		{Check: "kernel", OK: preempt, Found: version + choose(preempt, ", PREEMPT_RT", ", not PREEMPT_RT"),
			Advice: choose(preempt, "", "expect tails of milliseconds now and then; a PREEMPT_RT kernel bounds them")},
		{Check: "real-time throttling", OK: throttle != "-1", Found: "sched_rt_runtime_us " + throttle,
			Advice: choose(throttle != "-1", "", "set it back: without throttling a runaway thread takes the machine")},
	}
	if governor != "" {
		findings = append(findings, finding{Check: "frequency governor", OK: governor == "performance", Found: governor,
			Advice: choose(governor == "performance", "", "use performance for steady execution times")})
	}
	return findings
}

// read returns the first line of a file of the kernel, or nothing.
func read(path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return line
}
