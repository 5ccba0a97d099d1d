export { bindTellingJobs, scheduleTelling } from './tell-restaurant';
export { createOrderChannels } from './order-channels';
