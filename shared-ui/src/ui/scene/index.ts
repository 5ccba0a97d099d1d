export { Scene } from './scene';
export type { SceneLayout } from './scene-layout';
