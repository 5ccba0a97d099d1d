export { Scene } from './scene';
export { artOfTag, emblemFor, sceneFor } from './scene-for';
export type { SceneLayout } from './scene-layout';
export type { SceneSpec } from './scene-spec';
