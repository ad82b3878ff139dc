package drivertest

import (
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestASoundDriverPassesEveryCheck(t *testing.T) {
	Run(t, func(testing.TB) Rig { return newPlain(defects{}).rig() })
}

func TestADriveThatCannotDampMaySwitchOffInstead(t *testing.T) {
	p := newPlain(defects{cannotDamp: true})
	if err := aRefusedCommandStillStops(p.rig()); err != nil {
		t.Error(err)
	}
	p = newPlain(defects{cannotDamp: true, refusedDropsStops: true})
	if err := aRefusedCommandStillStops(p.rig()); err == nil {
		t.Error("a drive that goes on after a refused command passes")
	}
}

// A drive that is at its set-point at once shows no motion after Stop, but its watchdog shows that
// it was still running.
func TestTheModeOfTheWatchdogShowsAStopThatSentNothing(t *testing.T) {
	for _, broken := range []bool{false, true} {
		p := newPlain(defects{stopSendsNothing: broken})
		for i := range p.info {
			p.info[i].Controls = []messages.ControlMode{messages.ControlPosition}
		}
		err := stopNeedsNoSend(p.rig())
		if found := err != nil && strings.Contains(err.Error(), `drive "a" is in damp after Stop in ramp_hold and no other call`); found != broken || !broken && err != nil {
			t.Errorf("Stop sends nothing: %t, but the check gives %v", broken, err)
		}
	}
	p := newPlain(defects{})
	for i := range p.info {
		p.info[i].Controls, p.info[i].Watchdog.Mode = []messages.ControlMode{messages.ControlPosition}, messages.ModeRampHold
	}
	if err := stopNeedsNoSend(p.rig()); err != ErrCannot {
		t.Errorf("got %v for drives that hold after their watchdog's time too, want ErrCannot", err)
	}
}

func TestEachDefectIsFoundByTheCheckThatNamesIt(t *testing.T) {
	cases := []struct {
		defect defects
		check  string
	}{
		{defects{reversed: true}, "ADriveFollowsItsSetPoints"},
		{defects{degrees: true}, "ADriveFollowsItsSetPoints"},
		{defects{velocityReversed: true}, "ADriveFollowsItsSetPoints"},
		{defects{lateCounts: true}, "AnAnswerToAnEarlierSendIsNone"},
		{defects{readingFeeds: true}, "ReadingDoesNotFeedTheWatchdog"},
		{defects{refusedFeeds: true}, "RefusedCommandsDoNotFeedTheWatchdog"},
		{defects{spentFeeds: true}, "SpentArmNumbersDoNotFeedTheWatchdog"},
		{defects{spentRuns: true}, "ASpentArmNumberMovesNothing"},
		{defects{takesLastNumber: true}, "AnArmNumberFarBeyondTheNewestIsRefusedAndSpendsNone"},
		{defects{spentRuns: true}, "AnExpiredWatchdogIsLeftByRearmOnly"},
		{defects{neverExpires: true}, "SilenceDoesNotFeedTheWatchdog"},
		{defects{expiresEarly: true}, "SilenceDoesNotFeedTheWatchdog"},
		{defects{stopStepsDown: true}, "StopNeverStepsDown"},
		{defects{stopIgnoresShort: true}, "StopMeansOffWhereNoStoppingModeIsGiven"},
		{defects{stopForgets: true}, "StopIsReadBackIn_ramp_hold"},
		{defects{stopForgets: true}, "StopIsReadBackIn_off"},
		{defects{stopSendsNothing: true}, "StopNeedsNoSendAfterIt"},
		{defects{offSendsNothing: true}, "StopNeedsNoSendAfterIt"},
		{defects{stopForgets: true}, "StopNeedsNoSendAfterIt"},
		{defects{stopHoldsOnly: true}, "StopLeadsIntoItsModesWithoutASend"},
		{defects{openLeavesStopToSend: true}, "OpenStopsADriveThatRunsWithoutASend"},
		{defects{stopDoesNotSpend: true}, "StopFromAnotherGoroutineWinsOverOlderCommands"},
		{defects{stopDoesNotSpend: true}, "AStopSpendsTheNumberItCarries"},
		{defects{hidesSpent: true}, "AStopSpendsTheNumberItCarries"},
		{defects{refusedMoves: true}, "ARefusedCommandMovesNothing"},
		{defects{refusedDropsStops: true}, "ARefusedCommandStillStopsTheDrivesThatItStops"},
		{defects{limitedFallsBack: true}, "LimitedStaysLimitedUntilTheNumberGrows"},
		{defects{openKeepsRunning: true}, "OpenStopsADriveThatRuns"},
		{defects{openDropsHeld: true}, "OpenDropsNoJointThatADriveHolds"},
		{defects{closeKeepsRunning: true, openKeepsRunning: true}, "CloseLeavesNoDriveRunning"},
		{defects{closeKeepsRunning: true}, "CloseStopsADriveThatMoves"},
		{defects{closeStepsDown: true}, "CloseStepsDownFromNoStop"},
		{defects{millimetres: true}, "EveryDriveStandsWithinItsLimits"},
		{defects{closeOnce: true}, "CloseIsIdempotent"},
		{defects{worksClosed: true}, "CloseIsIdempotent"},
		{defects{allocates: true}, "ExchangeAllocatesNothing"},
		{defects{forgetsSilent: true}, "ASilentDriveIsMarkedAndKeepsItsLastState"},
		{defects{busNeverLost: true}, "ABusWithoutAnswersIsLost"},
		{defects{hidesFault: true}, "AFaultIsReportedAndLatchedUntilRearm"},
		{defects{faultHealsItself: true}, "AFaultIsReportedAndLatchedUntilRearm"},
		{defects{anyLength: true}, "AStateOfTheWrongLengthIsRefused"},
		{defects{startsInHold: true}, "EveryDriveIsOffAfterOpen"},
		{defects{changesInfo: true}, "TheDescriptionIsCompleteAndSettled"},
		{defects{hearsOneDrive: true}, "ANewArmNumberRuns"},
		{defects{refusesUnread: true}, "ARefusedCommandMovesNothing"},
		{defects{measuresUnasked: true}, "TheStateHasWhatTheDrivesMeasure"},
		{defects{forgetsUncollected: true}, "AnswersStayUntilTheyAreCollected"},
		{defects{leavesEffort: true}, "ExchangeWritesEveryEntryOfTheState"},
		{defects{unnamedSensor: true}, "SensorsAreDescribedInFull"},
		{defects{futureSample: true}, "ReadSensorsWritesEveryReading"},
		{defects{leavesReading: true}, "ReadSensorsWritesEveryReading"},
		{defects{wastesReading: true}, "ReadSensorsAllocatesNothing"},
		{defects{silenceIsAnError: true}, "ASilentDriveIsMarkedAndKeepsItsLastState"},
		{defects{leavesSilent: true}, "ASilentDriveIsMarkedAndKeepsItsLastState"},
	}
	checks := make(map[string]Check)
	for _, check := range Checks() {
		checks[check.Name] = check
	}
	for _, c := range cases {
		check, known := checks[c.check]
		if !known {
			t.Errorf("there is no check %s", c.check)
			continue
		}
		if (c.defect.allocates || c.defect.wastesReading) && raceEnabled {
			continue // allocations are not counted under the race detector
		}
		switch err := check.Test(newPlain(c.defect).rig()); {
		case err == nil || err == ErrCannot:
			t.Errorf("%s gives %v for a driver with %+v", c.check, err, c.defect)
		case strings.Contains(err.Error(), "%!"):
			t.Errorf("%s: a text with a bad verb: %v", c.check, err)
		}
	}
}

func TestARigWithoutMeansSkipsWhatNeedsThem(t *testing.T) {
	rig := newPlain(defects{}).rig()
	rig.Mute, rig.Fail, rig.Late, rig.Mode = nil, nil, nil, nil
	skipped := 0
	for _, check := range faultChecks() {
		if err := check.Test(rig); err == ErrCannot {
			skipped++
		}
	}
	if skipped != len(faultChecks()) || lateAnswers(rig) != ErrCannot ||
		stopLeadsIntoItsModes(rig) != ErrCannot || openStopsByItself(rig) != ErrCannot {
		t.Errorf("%d of %d checks were skipped", skipped, len(faultChecks()))
	}
}

func TestAPanicOfADriverIsTheResultOfItsCheck(t *testing.T) {
	p := newPlain(defects{})
	p.drives = nil
	err := Check{"ANewArmNumberRuns", func(rig Rig) error { return rig.Driver.Stop(0, rig.Driver.(*plain).drives[0].modes()) }}.run(p.rig())
	if err == nil || !strings.Contains(err.Error(), "the driver panicked: runtime error: index out of range") || !strings.Contains(err.Error(), "drivertest_test.go") {
		t.Errorf("got %v", err)
	}
}

func (d plainDrive) modes() []messages.Mode { return []messages.Mode{d.mode} }
