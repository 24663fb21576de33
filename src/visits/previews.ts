/**
 * Programs that fetch a link because somebody wrote it, to show a card or a thumbnail: the person has
 * not opened it yet, and if they do, that visit comes by itself.
 */
const PREVIEWS: readonly string[] = [
  // Messengers. Signal and others borrow WhatsApp's name; iMessage those of Facebook and Twitter.
  "^WhatsApp/",
  "facebookexternalhit",
  "meta-externalfetcher",
  "\\bFacebot\\b",
  "TelegramBot",
  "Slackbot",
  "Slack-ImgProxy",
  "Discordbot",
  "SkypeUriPreview",
  "MicrosoftPreview",
  "line-poker",
  "kakaotalk-scrap",
  "^Viber/",
  "Mattermost-Bot",
  "^Synapse\\b",
  "Google-PageRenderer",
  "Google Web Preview",
  "GoogleImageProxy",
  "YahooMailProxy",
  // Networks and forums.
  "Twitterbot",
  "LinkedInBot",
  "Pinterest/0",
  "Pinterestbot",
  "redditbot",
  "compatible; Tumblr/",
  "vkShare",
  "OdklBot",
  "XING-contenttabreceiver",
  "Bluesky Cardyb",
  "Mastodon/",
  "SummalyBot|^Summaly/",
  "Misskey/",
  "Pleroma|Akkoma",
  "Lemmy/\\d",
  "Friendica",
  "Discourse Forum Onebox",
  "Flipboard(?:Proxy|RSS)",
  "nuzzel",
  // Cards for others.
  "Embedly",
  "Iframely",
  "opengraph",
  "Microlink",
  "BitlyBot",
  "BingPreview",
  "NotionEmbedder",
  "link[ -]?preview",
  "url[ -]?preview",
];

const PREVIEW = new RegExp(PREVIEWS.join("|"), "i");

export const isPreview = (userAgent: string): boolean => PREVIEW.test(userAgent);
