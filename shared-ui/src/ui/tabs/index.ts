export { TabPanel, Tabs } from './tabs';
export type { TabItem } from './tabs';
export { ViewSwitch } from './view-switch';
