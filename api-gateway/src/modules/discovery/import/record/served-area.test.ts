import { isInServedArea } from './served-area';

describe('isInServedArea', () => {
  it.each([
    ['List auf Sylt', 55.0167, 8.4333],
    ['Helgoland', 54.1817, 7.8861],
    ['Flensburg', 54.7833, 9.4333],
    ['Sassnitz', 54.5167, 13.6333],
    ['Ahlbeck', 53.9389, 14.1903],
    ['Görlitz', 51.1528, 14.9872],
    ['Selfkant', 51.0333, 5.9],
    ['Aachen', 50.7753, 6.0839],
    ['Saarbrücken', 49.2333, 7.0],
    ['Konstanz', 47.6633, 9.1753],
    ['Passau', 48.5667, 13.4667],
    ['Genf', 46.2022, 6.1457],
    ['Chiasso', 45.8361, 9.0306],
    ['Zermatt', 46.0192, 7.7461],
    ['Müstair', 46.6244, 10.4486],
    ['Lienz', 46.8289, 12.7692],
    ['Bad Radkersburg', 46.6869, 15.9886],
    ['Kittsee', 48.0922, 17.0633],
    ['Litschau', 48.9441, 15.0448],
  ])('holds %s', (_name, latitude, longitude) => {
    expect(isInServedArea({ latitude, longitude })).toBe(true);
  });

  it.each([
    ['Prag', 50.08, 14.43],
    ['Mailand', 45.46, 9.19],
    ['Paris', 48.85, 2.35],
    ['Amsterdam', 52.37, 4.9],
    ['Kopenhagen', 55.68, 12.57],
    ['Posen', 52.4, 16.9],
    ['Budapest', 47.5, 19.04],
    ['Laibach', 46.05, 14.5],
    ['Bozen', 46.5, 11.35],
    ['Luxemburg', 49.61, 6.13],
    ['Bratislava', 48.145, 17.11],
    ['Null Island', 0, 0],
    ['south of the equator', -48.14, 11.57],
  ])('leaves out %s', (_name, latitude, longitude) => {
    expect(isInServedArea({ latitude, longitude })).toBe(false);
  });
});
