export { Body, Caption, Display, H1, H2, H3, Label, Micro, Small, Total } from './text';
export type { TextTone } from './text';
