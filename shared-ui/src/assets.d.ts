// The build copies these files; the import is their URL.

declare module '*.svg' {
  const url: string;
  export default url;
}

declare module '*.woff2' {
  const url: string;
  export default url;
}
