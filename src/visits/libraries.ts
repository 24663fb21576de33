/**
 * Programs that fetch for somebody: command lines, HTTP libraries, platforms' own fetchers. They are
 * named where they name themselves, they have no device, and they are counted, since nothing says
 * that no person stands behind them.
 */
const LIBRARIES: readonly (readonly [name: string, pattern: string])[] = [
  ["curl", "(?:lib)?curl[/-]|curl$"],
  ["Wget", "wget\\d?[/ ]|wget$"],
  ["HTTPie", "httpie/"],
  ["xh", "xh/\\d"],
  ["Postman", "postman(?:runtime|client)?[/ ]"],
  ["Insomnia", "insomnia/"],
  ["Bruno", "bruno-runtime/"],
  ["k6", "(?:grafana)?k6/"],
  ["ApacheBench", "apachebench/"],
  ["Python Requests", "python-requests[/ ]"],
  ["HTTPX", "python-httpx/"],
  ["aiohttp", "python/\\S+ aiohttp/|aiohttp/"],
  ["Python urllib", "python-urllib\\d?/|urllib3?/|python/"],
  ["Go", "go-http-client/|go [\\d.]+ package http|fasthttp$|go-resty/|imroc/req"],
  ["OkHttp", "okhttp[/ ]|okhttp$|square/okhttp"],
  ["Retrofit", "retrofit/"],
  ["Volley", "volley/"],
  ["Apache HttpClient", "apache-httpclient/|apache-httpasyncclient/|jakarta commons-httpclient/"],
  ["Java", "java(?:/|-http-client/)|reactornetty/|jersey/|unirest-java/|ktor-client|ktor client"],
  ["Dalvik", "(?!mozilla)(?:\\S+ )?dalvik/"],
  ["CFNetwork", "[^()]*cfnetwork/"],
  ["Dart", "dart/"],
  ["axios", "axios/"],
  ["node-fetch", "node-fetch[/ ]|node-fetch$"],
  ["undici", "undici$|undici/"],
  ["Node.js", "node(?:\\.js)?(?:/|$)|node-superagent/|got (?:\\(|/)|got/|needle/|request/\\d"],
  ["Deno", "deno/"],
  ["Bun", "bun/"],
  ["Guzzle", "guzzlehttp/|guzzle/"],
  ["PHP", "php(?:[/ ]|$)|symfony httpclient|symfony/|php-soap/|pecl::http"],
  ["Ruby", "ruby(?:/|$)|faraday v?\\d|rest-client/|httparty/|http\\.rb/[\\d.]+$|typhoeus"],
  ["Perl", "libwww-perl/|lwp::|lwp-request/|perl/|mojolicious"],
  ["Rust", "reqwest/|hyper/|ureq/|isahc/|surf/\\d"],
  [".NET", "restsharp/|\\.net(?: framework| core|/)|microsoft\\.net|winhttp|system\\.net\\.http"],
  ["PowerShell", "mozilla/5\\.0 \\(.*\\) (?:windows)?powershell/"],
  ["Lua", "lua-resty-http/|luasocket|lua/"],
  ["Alamofire", "(?!mozilla).*alamofire/"],
];

const NAMED = LIBRARIES.map(
  ([name, pattern]) => [name, new RegExp(`^(?:${pattern})`, "i")] as const,
);

export const LIBRARY_NAMES: readonly string[] = LIBRARIES.map(([name]) => name);

/** The name of the program an agent's first product says it is, null if it is none of these. */
export const libraryOf = (userAgent: string): string | null =>
  NAMED.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
