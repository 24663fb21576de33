/** The first words of a print, in the person's language. Other languages have letters that the font lacks. */
const PHRASES: Record<string, { scan: string; network: string; line: string }> = {
  en: { scan: "Scan me", network: "Guest Wi-Fi", line: "Point your phone’s camera at the code" },
  de: { scan: "Hier scannen", network: "Gäste-WLAN", line: "Die Handykamera auf den Code richten" },
  fr: { scan: "Scannez-moi", network: "Wi-Fi invités", line: "Visez le code avec l’appareil photo du téléphone" },
  es: { scan: "Escanéame", network: "Wi-Fi para clientes", line: "Apunta al código con la cámara del móvil" },
  it: {
    scan: "Inquadrami",
    network: "Wi-Fi per gli ospiti",
    line: "Inquadra il codice con la fotocamera del telefono",
  },
  pt: { scan: "Leia o código", network: "Wi-Fi para visitantes", line: "Aponte a câmera do telefone para o código" },
  nl: { scan: "Scan mij", network: "Wifi voor gasten", line: "Richt de camera van je telefoon op de code" },
  pl: { scan: "Zeskanuj mnie", network: "Wi-Fi dla gości", line: "Skieruj aparat telefonu na kod" },
  tr: { scan: "Beni tara", network: "Misafir Wi-Fi", line: "Telefonunuzun kamerasını koda doğrultun" },
};

export const phrasesIn = (language: string) => PHRASES[language.split("-")[0]!.toLowerCase()] ?? PHRASES.en!;

/** Countries that use Letter paper. */
export const usesLetter = (language: string): boolean => /-(?:US|CA|MX|PH|CO|CL)\b/i.test(language);
