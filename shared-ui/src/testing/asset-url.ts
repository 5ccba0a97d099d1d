/** What an imported picture or font is in tests: an address. */
export default '/assets/asset.svg';
