declare const url: string;
export default url;
