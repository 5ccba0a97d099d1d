/** Page that OpenStreetMap's licence asks every copy of its data to link. */
export const OSM_COPYRIGHT = 'https://www.openstreetmap.org/copyright';
