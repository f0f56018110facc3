export const browser = {
  "user-agent":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36",
  "accept-language": "en-US",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};
