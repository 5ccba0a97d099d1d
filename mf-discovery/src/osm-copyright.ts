/** Page that must be linked wherever OpenStreetMap's data is shown; its licence requires the link. */
export const OSM_COPYRIGHT_URL = 'https://www.openstreetmap.org/copyright';
