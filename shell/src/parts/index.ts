export { createRemoteParts } from './create-remote-parts';
