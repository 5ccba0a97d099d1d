export { Divider, Inline, Panel, Stack } from './layout';
export { Section } from './section';
