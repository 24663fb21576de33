/** Browsers name some zones as they were named before. */
const RENAMED: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};
const FORMER = Object.fromEntries(Object.entries(RENAMED).map(([former, name]) => [name, former]));

export const presentName = (zone: string): string => RENAMED[zone] ?? zone;

/** All zones as choices by their present name; those with two are found by both. The chosen one has the name that it is saved by. */
export function zoneChoices(chosen: string): { value: string; label: string }[] {
  const isChosen = (zone: string) => zone === chosen || RENAMED[zone] === chosen || FORMER[zone] === chosen;
  const others = ["UTC", ...Intl.supportedValuesOf("timeZone")].filter((zone) => !isChosen(zone)).map(presentName);
  return [...new Set([chosen, ...others])].sort().map((value) => {
    const name = presentName(value);
    const former = FORMER[name];
    return { value, label: former === undefined ? name : `${name} (${former.split("/").at(-1)})` };
  });
}
