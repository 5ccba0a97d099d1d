declare module 'google-maps-api-loader' {
  /**
   * Puts Google's script into the page, and resolves with `window.google` once it calls back; rejects after five
   * seconds without it.
   */
  const loadGoogleMapsApi: (parameters: {
    readonly apiKey: string;
    readonly language?: string;
    readonly version?: string;
  }) => Promise<unknown>;
  export default loadGoogleMapsApi;
}
