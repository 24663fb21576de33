/** What is said when a request fails and the server gave no reason. */
export const words = {
  unexpected: "Something went wrong on the server. Please try again.",
  unreachable: "The service cannot be reached right now.",
  offline: "You are offline.",
  notSent: "Nothing was sent or saved.",
  notConfirmed: "Your change may not have been saved. Please try again.",
};
