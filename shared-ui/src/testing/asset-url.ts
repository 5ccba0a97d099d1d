/** URL that replaces every imported picture or font in tests. */
export default '/assets/asset.svg';
