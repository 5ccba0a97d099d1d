declare module 'google-maps-api-loader' {
  /**
   * Adds Google's script to the page. Resolves with `window.google` when the script calls back; rejects after five
   * seconds.
   */
  const loadGoogleMapsApi: (parameters: {
    readonly apiKey: string;
    readonly language?: string;
    readonly version?: string;
  }) => Promise<unknown>;
  export default loadGoogleMapsApi;
}
