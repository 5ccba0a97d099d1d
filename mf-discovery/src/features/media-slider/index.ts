export { MediaSlider } from './media-slider';
