export { bindTellingJobs, scheduleTelling } from './tell-restaurant';
export { createOrderChannels } from './order-channels';
export type { OrderChannelPorts } from './order-channels';
