export { ContactTabs } from './contact-tabs';
