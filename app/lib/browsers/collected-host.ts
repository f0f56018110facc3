/**
 * Whether visits of this host are collected: not on localhost or an IP address (spec: collected). Takes `location.hostname`,
 * in which every IPv4 address is four decimal numbers and every IPv6 address is in brackets.
 */
export const isCollectedHost = (hostname: string): boolean => !/^localhost$|\.\d+$|]$/.test(hostname);
