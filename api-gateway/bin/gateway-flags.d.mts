/** Flags of Node for every gateway process, started by `npm start` or by a test. */
export declare const gatewayFlags: readonly string[];
