import { ActionIcon, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { geoMercator, geoPath } from "d3-geo";
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { feature } from "topojson-client";
import atlas from "world-atlas/countries-110m.json";
import type { Land } from "../../../src/insights/chart/world.ts";
import lines from "../../../src/shared/towns.json";
import { placeNames, readTowns, type Spot } from "../../../src/shared/towns.ts";
import { Icon } from "../parts/icon.tsx";
import { place as words } from "./content-words.ts";
import classes from "./pin-map.module.css";
import {
  following,
  keyMove,
  pointAt,
  pulled,
  REGION,
  rounded,
  spotOf,
  townNear,
  type View,
  worldScale,
  zoomed,
} from "./pin-view.ts";
import type { Point } from "./read-notation.ts";

const TOWNS = readTowns(lines);
const COUNTRIES = feature(atlas as unknown as Land, (atlas as unknown as Land).objects.countries);
const HEIGHT = 340;
/** Pixels that a finger may slip during a tap. */
const SLIP = 6;
const CIRCLE = 16;
const PIN = "M0 0C-7 -9 -11 -13 -11 -19a11 11 0 0 1 22 0c0 6-4 10-11 19z";

interface PinMapProps {
  pin: Point | null;
  drop: (point: Point) => void;
}

interface Grip {
  spots: Map<number, Spot>;
  holdsPin: boolean;
  hasMoved: boolean;
}

const apart = ([a, b]: Spot[]): number => Math.hypot(a!.x - b!.x, a!.y - b!.y);

/** A map of borders and towns, to set a pin by pointer or keyboard. */
export default function PinMap({ pin, drop }: PinMapProps) {
  const { ref, width } = useElementSize();
  const size = { width: width || 320, height: HEIGHT };
  const [chosen, setView] = useState<View | null>(pin && { center: pin, scale: REGION });
  const view = chosen ?? { center: { latitude: 25, longitude: 10 }, scale: worldScale(size) };
  const svg = useRef<SVGSVGElement>(null);
  const grip = useRef<Grip>({ spots: new Map(), holdsPin: false, hasMoved: false });
  const help = useId();
  const { center, scale } = view;
  const path = useMemo(() => {
    const projection = geoMercator()
      .rotate([-center.longitude, 0])
      .center([0, center.latitude])
      .scale(scale)
      .translate([size.width / 2, HEIGHT / 2])
      .precision(0)
      .clipExtent([
        [-5, -5],
        [size.width + 5, HEIGHT + 5],
      ]);
    return geoPath(projection).digits(1)(COUNTRIES) ?? "";
  }, [center.latitude, center.longitude, scale, size.width]);

  const at = pin && spotOf(pin, view, size);
  const names = placeNames(
    TOWNS.map((town) => ({ name: town.name, ...spotOf(town, view, size) })),
    {
      area: { left: 4, top: 8, right: size.width - 56, bottom: HEIGHT - 8 },
      pin: at,
      circle: CIRCLE,
      fontSize: 12,
      most: Math.round(size.width / 45),
    },
  );
  const put = (spot: Spot) => drop(rounded(pointAt(spot, view, size), view));
  const zoom = (factor: number, spot: Spot = at ?? { x: size.width / 2, y: HEIGHT / 2 }) =>
    setView((now) => zoomed(now ?? view, factor, spot, size));
  const spotIn = ({ clientX, clientY }: { clientX: number; clientY: number }): Spot => {
    const box = svg.current!.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  };

  const wheel = useRef<(event: WheelEvent) => void>(() => {});
  wheel.current = (event) => {
    event.preventDefault();
    zoom(2 ** (-event.deltaY / 250), spotIn(event));
  };
  useEffect(() => {
    // React's own listener could not keep the page from scrolling.
    const turn = (event: WheelEvent) => wheel.current(event);
    const element = svg.current;
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, []);

  function press(event: PointerEvent<SVGSVGElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    const spot = spotIn(event);
    const { spots } = grip.current;
    const holdsPin = at !== null && Math.hypot(spot.x - at.x, spot.y - (at.y - 14)) < 24;
    grip.current = { spots: spots.set(event.pointerId, spot), holdsPin, hasMoved: spots.size > 1 };
  }

  function move(event: PointerEvent) {
    const held = grip.current;
    const before = held.spots.get(event.pointerId);
    if (!before) return;
    const spot = spotIn(event);
    if (!held.hasMoved && Math.hypot(spot.x - before.x, spot.y - before.y) < SLIP) return;
    held.hasMoved = true;
    const wide = held.spots.size === 2 ? apart([...held.spots.values()]) : 0;
    held.spots.set(event.pointerId, spot);
    if (wide > 0) zoom(apart([...held.spots.values()]) / wide, spot);
    else if (held.holdsPin && at) put({ x: at.x + spot.x - before.x, y: at.y + spot.y - before.y });
    else setView(pulled(view, spot.x - before.x, spot.y - before.y, size));
  }

  function release(event: PointerEvent) {
    const held = grip.current;
    const isTap = held.spots.delete(event.pointerId) && held.spots.size === 0 && !held.hasMoved && !held.holdsPin;
    if (isTap && event.type === "pointerup") put(spotIn(event));
  }

  function pressKey(event: KeyboardEvent) {
    const by = keyMove(event.key, event.shiftKey);
    if (by) {
      const from = at ?? { x: size.width / 2, y: HEIGHT / 2 };
      const to = rounded(pointAt(at ? { x: from.x + by[0], y: from.y + by[1] } : from, view, size), view);
      drop(to);
      setView(following(view, to, size));
    } else if (event.key === "+" || event.key === "=") zoom(2);
    else if (event.key === "-") zoom(0.5);
    else return;
    event.preventDefault();
  }

  const town = pin && townNear(TOWNS, pin);
  return (
    <div>
      <div ref={ref} className={classes.frame}>
        <svg
          ref={svg}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is operated by its keys
          tabIndex={0}
          aria-label={words.map}
          aria-describedby={help}
          viewBox={`0 0 ${size.width} ${HEIGHT}`}
          className={classes.map}
          onKeyDown={pressKey}
          onPointerDown={press}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={release}
        >
          <path d={path} className={classes.land} />
          {names.map(({ name, dot, text, end }) => (
            <g key={`${name} ${text.x} ${text.y}`} className={classes.town}>
              {dot && <circle cx={dot.x} cy={dot.y} r={2.2} />}
              <text x={text.x} y={text.y + 4} textAnchor={end ? "end" : "start"}>
                {name}
              </text>
            </g>
          ))}
          {at && (
            <g transform={`translate(${at.x} ${at.y})`} className={classes.pin} data-pin>
              <circle r={CIRCLE} className={classes.near} />
              <path d={PIN} />
              <circle cy={-19} r={4} className={classes.hole} />
            </g>
          )}
        </svg>
        <div className={classes.buttons}>
          <ActionIcon variant="default" size={44} aria-label={words.zoomIn} onClick={() => zoom(2)}>
            <Icon name="plus" />
          </ActionIcon>
          <ActionIcon variant="default" size={44} aria-label={words.zoomOut} onClick={() => zoom(0.5)}>
            <Icon name="minus" />
          </ActionIcon>
        </div>
      </div>
      <Text size="sm" mt={6} role="status">
        {pin ? words.pinAt(`${pin.latitude}, ${pin.longitude}`, town?.name ?? null) : words.noPin}
      </Text>
      <Text size="xs" c="dimmed" id={help}>
        {words.mapHelp}
      </Text>
    </div>
  );
}
