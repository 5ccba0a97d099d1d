export { createRemoteScreen } from './create-remote-screen';
export type { RemoteScreenProps } from './create-remote-screen';
export type { ScreenPhase } from './visit-screen';
