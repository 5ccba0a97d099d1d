export { TeaserBanner } from './teaser-banner';
