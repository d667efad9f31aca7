/** Counts webhooks in flight, so that the simulation waits for them: how long they take must decide nothing. */
import type { Dispatcher } from 'undici';
import { dropSingleton, singleton } from '@/server/platform/singleton';
import { newWebhookAgent } from '@/server/platform/outbound/webhook-sender';

/** Singleton key of the webhook sender's HTTP agent. */
const AGENT = 'webhook-agent-private';

export class Post implements AsyncDisposable {
  onItsWay = 0;
  private readonly agent: Dispatcher;

  constructor() {
    const counting: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
      this.onItsWay += 1;
      return dispatch(options, new Arrival(handler, () => (this.onItsWay -= 1)));
    };
    dropSingleton(AGENT);
    this.agent = singleton<Dispatcher>(AGENT, () => newWebhookAgent().compose(counting));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    dropSingleton(AGENT);
    await this.agent.destroy();
  }
}

type Handler = Dispatcher.DispatchHandler;
type Told<Event extends keyof Handler> = Parameters<NonNullable<Handler[Event]>>;

/** Passes everything on and reports the end of the response. */
class Arrival implements Handler {
  constructor(
    private readonly handler: Handler,
    private readonly arrived: () => void,
  ) {}

  onRequestStart = (...told: Told<'onRequestStart'>): void => this.handler.onRequestStart?.(...told);

  onResponseStart = (...told: Told<'onResponseStart'>): void => this.handler.onResponseStart?.(...told);

  onResponseData = (...told: Told<'onResponseData'>): void => this.handler.onResponseData?.(...told);

  onResponseEnd = (...told: Told<'onResponseEnd'>): void => {
    this.arrived();
    this.handler.onResponseEnd?.(...told);
  };

  onResponseError = (...told: Told<'onResponseError'>): void => {
    this.arrived();
    this.handler.onResponseError?.(...told);
  };
}
