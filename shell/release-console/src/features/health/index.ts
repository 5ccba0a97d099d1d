export { HealthPlot } from './health-plot';
export { healthOfVersion, remoteHealthOf, returnRateOf, summarizeHealth } from './health-rules';
export { Sparkline } from './sparkline';
