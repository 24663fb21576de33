import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { Deliveries, Delivery, Webhook } from "../../api/types.ts";
import { sentence } from "../../parts/formats.ts";
import { tell, tellError, tellFailure } from "../../parts/notices.tsx";
import { words } from "./words.ts";

export const useWebhooks = () =>
  useQuery({
    queryKey: ["webhooks"],
    queryFn: async () => (await call.get<{ data: Webhook[] }>("/webhooks")).data,
    // As often as the notices, which would otherwise contradict the switch.
    refetchInterval: 30_000,
  });

/** The ids of the users who created them, by the webhook's id. */
export const useMakers = () =>
  useQuery({
    queryKey: ["webhooks", "makers"],
    queryFn: () => call.get<Record<string, string | null>>("/webhook-makers"),
  });

export const useDeliveries = (id: string, cursor: string | null) =>
  useQuery({
    queryKey: ["webhooks", id, "deliveries", cursor],
    queryFn: () =>
      call.get<Deliveries>(`/webhooks/${id}/deliveries?limit=10${cursor === null ? "" : `&cursor=${cursor}`}`),
    refetchInterval: 5_000,
  });

export const useDelivery = (webhookId: string, id: string) =>
  useQuery({
    queryKey: ["webhooks", webhookId, "deliveries", "one", id],
    queryFn: () => call.get<Delivery>(`/webhooks/${webhookId}/deliveries/${id}`),
  });

export function useRefreshWebhooks() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["webhooks"] });
}

/** Actions on a webhook, each with a toast. */
export function useWebhookActions(webhook: Webhook) {
  const onSettled = useRefreshWebhooks();
  const path = `/webhooks/${webhook.id}`;
  const change = useMutation({
    mutationFn: (isActive: boolean) => call.patch(path, { isActive }),
    onSuccess: (_nothing, isActive) => tell(isActive ? words.turnedOn : words.turnedOff),
    onError: tellError,
    onSettled,
  });
  const test = useMutation({
    mutationFn: () => call.post<Delivery>(`${path}/test`),
    onSuccess: ({ problem, status }) =>
      problem === null ? tell(words.testArrived(status)) : tellFailure(words.testFailed, sentence(problem)),
    onError: tellError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => call.remove(path),
    onSuccess: () => tell(words.removed),
    onError: tellError,
    onSettled,
  });
  return { change, test, remove };
}
