/** `POST /v1/webhook` (Interface 4.4). */
import { requiredMessage } from '../../contract/errors.ts';
import { maxWebhooks } from '../../contract/limits.ts';
import type { CreateWebhookRequest } from '../../contract/webhook.ts';
import { createWebhookRequest } from '../../contract/webhook.ts';
import { isoTime } from '../../platform/clock.ts';
import { enveloped } from '../http/answers.ts';
import { refusals } from '../http/refusal.ts';
import { parsed, unknownFields } from '../http/validation.ts';
import type { Service } from '../service.ts';
import type { Settings } from '../state/settings.ts';
import type { Operate } from './operation.ts';

export const createWebhook: Operate = async (service, { body, stamp }) => {
  const request = read(body, service.settings.current);
  const record = await service.commit.submit(() => store(service, request));
  return enveloped(`{"webhook":${record}}`, stamp());
};

function read(body: unknown, settings: Settings): CreateWebhookRequest {
  const request = parsed(createWebhookRequest, body);
  const problems: string[] = [];
  if (settings.webhookDescriptionRequired && request.description === undefined) {
    problems.push(requiredMessage);
  }
  if (settings.unknownFields === 'refuse') {
    const unknown = unknownFields(createWebhookRequest.shape, body);
    problems.push(...unknown.map((field) => `${field}: is not known`));
  }
  if (problems.length > 0) throw refusals.invalid(problems);
  return request;
}

/** The record as JSON, with its secret, which is returned only here. */
function store(service: Service, request: CreateWebhookRequest): string {
  const { ids, clock, webhooks, emitter, settings } = service;
  if (webhooks.all().length >= maxWebhooks) {
    throw refusals.webhookLimit();
  }
  const now = clock.now();
  const webhook = {
    id: ids.next('webhook'),
    secret: ids.secret('secret'),
    active: true,
    name: request.name,
    description: request.description ?? '',
    url: request.url,
    // Repeated names are merged (decisions 7).
    events: [...new Set(request.events)],
    created: isoTime(now),
    updated: isoTime(now),
  };
  webhooks.insert(webhook, now);
  emitter.emit({
    name: 'webhook.create',
    dataJson: JSON.stringify({
      webhook: webhooks.record(webhook, settings.current.secretsInRecords),
    }),
    mock: false,
    created: webhook.created,
  });
  return JSON.stringify(webhooks.record(webhook, true));
}
