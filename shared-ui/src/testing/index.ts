export { createManualTimers } from './time/manual-timers';
export type { ManualTimers } from './time/manual-timers';
export {
  answer,
  answerWith,
  createScenarioGateway,
  neverRespond,
  refuseWith as refuse,
  failAsUnreachable,
} from './scenario/scenario-gateway';
export type { ScenarioAnswer } from './scenario/scenario-gateway';
export { createScenarioSocket } from './scenario/scenario-socket';
export type { ScenarioTopic, ScenarioTopics } from './scenario/scenario-socket';
export { createFakeStorage } from './session/fake-storage';
export { createFakeTokenPage, stubWindowWidth } from './session/token-page';
export type { FakeTokenPage } from './session/token-page';
export type { SessionKind } from './scenario/session-kind';
export type { NavigationStep, RecordedCalls } from './shell/recorded';
export type { ScenarioCommands, ScenarioSlots } from './shell/scenario-services';
export type { ScenarioShell, ScenarioShellOptions } from './shell/scenario-shell';
export { fakeShell, renderScreens, renderWithShell } from './shell/fake-shell';
export type { FakeShell, RenderedWithShell, RenderWithShellOptions } from './shell/fake-shell';
export { defineScenarios } from './shell/scenario';
export type { Scenario } from './shell/scenario';
export { describeConformance } from './conformance/describe-conformance';
export type { ConformanceOptions } from './conformance/describe-conformance';
export { startAlone } from './alone/start-alone';
