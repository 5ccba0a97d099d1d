/** What Node is told where it runs the gateway: by `npm start`, and wherever a gateway stands in for that one. */
export declare const gatewayFlags: readonly string[];
