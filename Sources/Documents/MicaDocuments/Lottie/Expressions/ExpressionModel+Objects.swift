/// The part of the model that scripts see: functions, properties, layers and compositions.
///
/// *Source*: Adobe, After Effects expression language reference (names, arguments and results); lottiefiles/lottie-docs,
/// "Expressions". Where these leave something open, a comment has the decision.
enum ExpressionObjects {
    /// The questions to the reader (`ExpressionQuestion`), and functions of numbers.
    static let functions = #"""
        var VALUE = 1, EVALUATED = 2, KEYS = 3, LAYER = 4, COMP = 5, RANDOM = 6, SEED = 7, NOISE = 8, WAVE = 9,
            EASE = 10, RECT = 11,
            FIND = 12, TIMED = 13, STYLE = 14, PLACE = 15, COMPILE = 16, LETTER = 17;
        var state = {id: -1, time: 0, comp: 0, layer: 0, fps: -1};
        // The time as a value, which makes a script depend on time.
        function now() { ask(TIMED, ""); return state.time; }
        function at(time) { return time === undefined ? state.time : number(time); }
        function isProperty(value) { return typeof value === "object" && value !== null && value.$kind !== undefined; }
        function plain(value) { return isProperty(value) ? value.value : value; }
        function test(value) { return isProperty(value) && value.$kind < 1 ? value.value : value; }
        function isList(value) {
            return Array.isArray(value) || isProperty(value) && (value.$kind === 1 || value.$kind === 2);
        }
        function numbers(value) {
            value = plain(value);
            if (!Array.isArray(value)) return [number(value)];
            counted(value.length);
            var result = [];
            for (var i = 0; i < value.length; i++) result.push(number(value[i]));
            return result;
        }
        function number(value) {
            value = plain(value);
            if (Array.isArray(value) && value.length) value = value[0];
            return typeof value === "number" ? value : +value;
        }
        function each(a, b, change) {
            a = plain(a); b = plain(b);
            var isA = Array.isArray(a), isB = Array.isArray(b);
            if (!isA && !isB) return change(number(a), number(b));
            var count = Math.max(isA ? counted(a.length) : 1, isB ? counted(b.length) : 1), result = [];
            for (var i = 0; i < count; i++) {
                result.push(change(isA ? i < a.length ? number(a[i]) : 0 : i ? 0 : number(a),
                    isB ? i < b.length ? number(b[i]) : 0 : i ? 0 : number(b)));
            }
            return result;
        }
        function scaled(a, b, change) {
            a = plain(a); b = plain(b);
            if (Array.isArray(a) && Array.isArray(b)) return each(a, b, change);
            if (Array.isArray(a)) { b = number(b); return numbers(a).map(function (x) { return change(x, b); }); }
            if (Array.isArray(b)) { a = number(a); return numbers(b).map(function (x) { return change(a, x); }); }
            return change(number(a), number(b));
        }
        function sum(a, b) {
            if (typeof a === "number" && typeof b === "number") return a + b;
            a = plain(a); b = plain(b);
            if (typeof a === "number" && typeof b === "number") return a + b;
            if (Array.isArray(a) || Array.isArray(b)) {
                if (typeof a === "string" || typeof b === "string") return String(a) + String(b);
                return each(a, b, function (x, y) { return x + y; });
            }
            return a + b;
        }
        function sub(a, b) {
            if (typeof a !== "number") a = plain(a);
            if (typeof b !== "number") b = plain(b);
            return typeof a === "number" && typeof b === "number" ? a - b : each(a, b, function (x, y) {
                return x - y;
            });
        }
        function mul(a, b) {
            if (typeof a !== "number") a = plain(a);
            if (typeof b !== "number") b = plain(b);
            return typeof a === "number" && typeof b === "number" ? a * b : scaled(a, b, function (x, y) {
                return x * y;
            });
        }
        function div(a, b) {
            if (typeof a !== "number") a = plain(a);
            if (typeof b !== "number") b = plain(b);
            return typeof a === "number" && typeof b === "number" ? a / b : scaled(a, b, function (x, y) {
                return x / y;
            });
        }
        function mod(a, b) {
            if (typeof a !== "number") a = plain(a);
            if (typeof b !== "number") b = plain(b);
            return typeof a === "number" && typeof b === "number" ? a % b : scaled(a, b, function (x, y) {
                return x % y;
            });
        }
        function neg(a) { return isList(a) ? numbers(a).map(function (x) { return -x; }) : -plain(a); }
        function mapped(value, change) { return isList(value) ? numbers(value).map(change) : change(number(value)); }
        function clamp(value, low, high) {
            value = plain(value);
            function one(x, l, h) { return l > h ? Math.min(Math.max(x, h), l) : Math.min(Math.max(x, l), h); }
            low = plain(low); high = plain(high);
            if (!Array.isArray(value)) return one(number(value), number(low), number(high));
            return numbers(value).map(function (x, i) {
                return one(x, Array.isArray(low) ? number(low[i]) : number(low),
                    Array.isArray(high) ? number(high[i]) : number(high));
            });
        }
        function dot(a, b) {
            a = numbers(a); b = numbers(b);
            var total = 0;
            for (var i = 0; i < Math.min(a.length, b.length); i++) total += a[i] * b[i];
            return total;
        }
        function cross(a, b) {
            a = numbers(a); b = numbers(b);
            var az = a[2] || 0, bz = b[2] || 0;
            return [a[1] * bz - az * b[1], az * b[0] - a[0] * bz, a[0] * b[1] - a[1] * b[0]];
        }
        function length(a, b) {
            var v = numbers(b === undefined ? a : sub(b, a));
            return Math.sqrt(dot(v, v));
        }
        function normalize(v) { var l = length(v); return l ? div(v, l) : mul(v, 0); }
        function lookAt(from, to) {
            var d = numbers(sub(to, from)), z = d[2] || 0;
            return [-Math.atan2(d[1], z) * 180 / Math.PI,
                Math.atan2(d[0], Math.sqrt(d[1] * d[1] + z * z)) * 180 / Math.PI, 0];
        }
        // Interpolations. The curves of After Effects' keys: influences of a third where eased, of a sixth where not.
        function between(shape) {
            return function (t, tMin, tMax, first, second) {
                if (first === undefined && second === undefined) { second = tMax; first = tMin; tMin = 0; tMax = 1; }
                if (typeof t === "number" && typeof tMin === "number" && typeof tMax === "number" &&
                    typeof first === "number" && typeof second === "number") {
                    var at = tMax === tMin ? (t < tMin ? 0 : 1) : (t - tMin) / (tMax - tMin);
                    return first + (second - first) * shape(at < 0 ? 0 : at > 1 ? 1 : at);
                }
                t = number(t); tMin = number(tMin); tMax = number(tMax);
                first = plain(first); second = plain(second);
                var share = tMax === tMin ? (t < tMin ? 0 : 1) : Math.min(Math.max((t - tMin) / (tMax - tMin), 0), 1);
                share = shape(share);
                return each(first, second, function (a, b) { return a + (b - a) * share; });
            };
        }
        function curve(x1, y1, x2, y2) {
            return function (t) { return t <= 0 ? 0 : t >= 1 ? 1 : ask(EASE, "", x1, y1, x2, y2, t); };
        }
        var linear = between(function (t) { return t; }), ease = between(function (t) { return t * t * (3 - 2 * t); });
        var easeIn = between(curve(1 / 3, 0, 5 / 6, 5 / 6)), easeOut = between(curve(1 / 6, 1 / 6, 2 / 3, 1));
        // Random numbers: the same for each property, time and place in a script.
        function drawn(make) {
            return function (low, high) {
                if (low === undefined) { low = 0; high = 1; } else if (high === undefined) {
                    high = low;
                    low = mul(high, 0);
                }
                return each(low, high, function (a, b) { return a + (b - a) * make(); });
            };
        }
        var random = drawn(function () { return ask(RANDOM, ""); });
        // Nine of ten numbers lie within the limits, as documented.
        var gaussRandom = drawn(function () {
            var u = 1 - ask(RANDOM, ""), v = ask(RANDOM, "");
            return 0.5 + Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v) / (2 * 1.6449);
        });
        function seedRandom(seed, isTimeless) { ask(SEED, "", number(seed), plain(isTimeless) ? 1 : 0); }
        function noise(value) { var v = numbers(value); return ask(NOISE, "", v[0] || 0, v[1] || 0, v[2] || 0); }
        function rgbToHsl(color) {
            var c = numbers(color), r = c[0], g = c[1], b = c[2], high = Math.max(r, g, b), low = Math.min(r, g, b),
                h = 0, l = (high + low) / 2;
            var d = high - low, s = d ? l > 0.5 ? d / (2 - high - low) : d / (high + low) : 0;
            if (d)
                h = (high === r ? (g - b) / d + (g < b ? 6 : 0) : high === g ? (b - r) / d + 2 : (r - g) / d + 4) / 6;
            return [h, s, l, c.length > 3 ? c[3] : 1];
        }
        function hslToRgb(color) {
            var c = numbers(color), h = c[0], s = c[1], l = c[2], q = l < 0.5 ? l * (1 + s) : l + s - l * s,
                p = 2 * l - q;
            function channel(t) {
                t = t < 0 ? t + 1 : t > 1 ? t - 1 : t;
                return t < 1 / 6 ? p + (q - p) * 6 * t : t < 1 / 2 ? q : t < 2 / 3 ? p + (q - p) * (2 / 3 - t) * 6 : p;
            }
            return [s ? channel(h + 1 / 3) : l, s ? channel(h) : l, s ? channel(h - 1 / 3) : l,
                c.length > 3 ? c[3] : 1];
        }
        function hexToRgb(text) {
            text = String(plain(text)).replace("#", "");
            if (text.length < 6)
                text = text.charAt(0) + text.charAt(0) + text.charAt(1) + text.charAt(1) + text.charAt(2) +
                    text.charAt(2);
            return [0, 2, 4].map(function (i) { return parseInt(text.substr(i, 2), 16) / 255; }).concat([1]);
        }
        function rate() { return compAt(state.comp).$rate; }
        function timeToFrames(time, fps, isDuration) {
            time = time === undefined ? now() : number(time);
            var frames = time * (fps === undefined ? rate() : number(fps));
            // Times are frames divided by a rate: a part of a millionth is no earlier frame.
            return frames < 0 && isDuration ? -Math.floor(-frames + 1e-6) : Math.floor(frames + 1e-6);
        }
        function framesToTime(frames, fps) {
            return (frames === undefined ? timeToFrames() : number(frames)) /
                (fps === undefined ? rate() : number(fps));
        }
        function timeToTimecode(time, base, isDuration) {
            base = base === undefined ? 30 : number(base);
            var frames = timeToFrames(time, base, isDuration), sign = frames < 0 ? "-" : "", seconds;
            frames = Math.abs(frames);
            seconds = Math.floor(frames / base);
            return sign + two(Math.floor(seconds / 3600)) + ":" + two(Math.floor(seconds / 60) % 60) + ":" +
                two(seconds % 60) + ":" + two(Math.floor(frames % base));
        }
        function Again(fps) { this.fps = fps; }
        // Runs the script again at the time of its rate.
        function posterizeTime(fps) {
            fps = number(fps);
            if (state.fps === fps) return;
            throw new Again(fps);
        }
        function createPath(points, inTangents, outTangents, isClosed) {
            points = plain(points) || [[0, 0], [100, 0], [100, 100], [0, 100]];
            var flat = [isClosed === undefined || plain(isClosed) ? 1 : 0];
            counted(points.length);
            for (var i = 0; i < points.length; i++) {
                var p = numbers(points[i]), a = numbers(inTangents && inTangents[i] || [0, 0]),
                    b = numbers(outTangents && outTangents[i] || [0, 0]);
                flat.push(p[0], p[1] || 0, a[0], a[1] || 0, b[0], b[1] || 0);
            }
            return new Path(flat);
        }
        """#

    /// Properties: paths, values over time, loops.
    static let properties = #"""
        function Path(flat) { define(this, "$flat", {value: flat}); }
        function pairs(flat, offset) {
            var result = [];
            for (var i = 1; i < flat.length; i += 6) result.push([flat[i + offset], flat[i + offset + 1]]);
            return result;
        }
        // The cubics of a path, and their lengths.
        function segments(flat) {
            var points = pairs(flat, 0), arriving = pairs(flat, 2), leaving = pairs(flat, 4), list = [], total = 0;
            var count = flat[0] ? points.length : points.length - 1;
            for (var i = 0; i < count; i++) {
                var n = (i + 1) % points.length,
                    c = [points[i], sum(points[i], leaving[i]), sum(points[n], arriving[n]), points[n]], lengths = [0],
                    last = c[0];
                step(40);
                for (var k = 1; k <= 40; k++) {
                    var p = cubic(c, k / 40);
                    lengths.push(lengths[k - 1] +
                        Math.sqrt((p[0] - last[0]) * (p[0] - last[0]) + (p[1] - last[1]) * (p[1] - last[1])));
                    last = p;
                }
                list.push({c: c, lengths: lengths, start: total});
                total += lengths[40];
            }
            list.total = total;
            return list;
        }
        function cubic(c, t) {
            var s = 1 - t, a = s * s * s, b = 3 * s * s * t, d = 3 * s * t * t, e = t * t * t;
            return [a * c[0][0] + b * c[1][0] + d * c[2][0] + e * c[3][0],
                a * c[0][1] + b * c[1][1] + d * c[2][1] + e * c[3][1]];
        }
        function along(flat, share, isTangent) {
            var list = segments(flat), wanted = Math.min(Math.max(number(share), 0), 1) * list.total, i = 0;
            if (!list.length) return isTangent ? [0, 0] : pairs(flat, 0)[0] || [0, 0];
            while (i + 1 < list.length && wanted > list[i].start + list[i].lengths[40]) i++;
            var part = list[i], k = 1, inside = wanted - part.start;
            while (k < 40 && part.lengths[k] < inside) k++;
            var piece = part.lengths[k] - part.lengths[k - 1],
                t = (k - 1 + (piece ? (inside - part.lengths[k - 1]) / piece : 0)) / 40;
            if (!isTangent) return cubic(part.c, t);
            return normalize(sub(cubic(part.c, Math.min(t + 1e-3, 1)), cubic(part.c, Math.max(t - 1e-3, 0))));
        }
        var pathMethods = {
            points: function (time) { return pairs(flatOf(this, time), 0); },
            inTangents: function (time) { return pairs(flatOf(this, time), 2); },
            outTangents: function (time) { return pairs(flatOf(this, time), 4); },
            isClosed: function (time) { return flatOf(this, time)[0] !== 0; },
            pointOnPath: function (share, time) {
                return along(flatOf(this, time), share === undefined ? 0.5 : share, false);
            },
            tangentOnPath: function (share, time) {
                return along(flatOf(this, time), share === undefined ? 0.5 : share, true);
            },
            normalOnPath: function (share, time) { var t = this.tangentOnPath(share, time); return [-t[1], t[0]]; }
        };
        function flatOf(path, time) {
            return path instanceof Path ? path.$flat : (time === undefined ? path.value : path.valueAtTime(time)).$flat;
        }
        // The reader's answer as a value of a kind: 0 number, 1 list, 2 colour, 3 path, 4 text, 5 numbers, 6 layer.
        function made(value, kind) { return kind === 3 ? new Path(value) : value; }
        function rawAt(id, kind, time) { return made(ask(VALUE, "", id, time), kind); }
        function valueOf(id, kind, time) { return made(ask(id === state.id ? VALUE : EVALUATED, "", id, time), kind); }
        // Times and keys that scripts ask for again and again; they do not change.
        var keyTimes = {}, keyObjects = {}, keyRoom = 50000;
        function keysOf(id) {
            if (keyTimes[id]) return keyTimes[id];
            var times = ask(KEYS, "", id);
            if (times.length > keyRoom) return times;
            keyRoom -= times.length + 1;
            return keyTimes[id] = times;
        }
        function keyFor(id, kind, index) {
            var known = keyObjects[id] || (keyObjects[id] = {}), object = known[index];
            if (object) return object;
            object = keyAt(keysOf(id), index, function (t) { return rawAt(id, kind, t); });
            // Lists are not kept: scripts may change them.
            if (kind === 0 && keyRoom-- > 0) known[index] = object;
            return object;
        }
        function faster(a, b, seconds) { return div(sub(b, a), seconds); }
        // The change a second, from a thousandth of a second around a time.
        function velocity(id, kind, time) {
            if (kind > 2) throw new TypeError("it has no velocity");
            return faster(valueOf(id, kind, time - 0.0005), valueOf(id, kind, time + 0.0005), 0.001);
        }
        // Loops, by the values of the keys, without the script.
        function looped(id, kind, isOut, type, first, last) {
            var time = state.time, length = last - first;
            function raw(t) { return rawAt(id, kind, t); }
            if (isOut ? time <= last : time >= first) return raw(time);
            ask(TIMED, "");
            if (type === "continue") {
                var end = isOut ? last : first,
                    speed = isOut ? faster(raw(end - 0.001), raw(end), 0.001) :
                    faster(raw(end), raw(end + 0.001), 0.001);
                return sum(raw(end), mul(speed, time - end));
            }
            if (!(length > 0)) return raw(time);
            var past = isOut ? time - first : last - time, rounds = Math.floor(past / length),
                inside = past - rounds * length;
            if (type === "pingpong" && rounds % 2) inside = length - inside;
            var value = raw(isOut ? first + inside : last - inside);
            if (type === "offset") value = sum(value, mul(sub(raw(last), raw(first)), isOut ? rounds : -rounds));
            return value;
        }
        function loop(isOut, isDuration) {
            return function (type, amount) {
                var id = idOf(this), kind = kindOf(this), keys = keysOf(id), count = keys.length, first, last;
                if (count < 2) return rawAt(id, kind, state.time);
                type = type === undefined ? "cycle" : String(plain(type)).toLowerCase();
                if (["cycle", "pingpong", "offset", "continue"].indexOf(type) < 0)
                    throw new TypeError("there is no loop \"" + type + "\"");
                amount = amount === undefined ? 0 : number(amount);
                first = keys[0]; last = keys[count - 1];
                if (isDuration && amount > 0) {
                    if (isOut) first = Math.max(last - amount, first);
                    else last = Math.min(first + amount, last);
                }
                if (!isDuration && amount > 0) {
                    amount = Math.min(Math.floor(amount), count - 1);
                    if (isOut) first = keys[count - 1 - amount]; else last = keys[amount];
                }
                return looped(id, kind, isOut, type, first, last);
            };
        }
        function wiggled(frequency, amplitude, octaves, multiplier, time) {
            var id = idOf(this), kind = kindOf(this);
            if (kind > 2) throw new TypeError("it cannot wiggle");
            time = time === undefined ? now() : number(time);
            frequency = number(frequency);
            octaves = octaves === undefined ? 1 : number(octaves);
            multiplier = multiplier === undefined ? 0.5 : number(multiplier);
            var value = rawAt(id, kind, time), dimension = 0;
            function one(x, amount) {
                return x + number(amount) * ask(WAVE, "", dimension++, time * frequency, octaves, multiplier);
            }
            amplitude = plain(amplitude);
            if (!Array.isArray(value)) return one(value, amplitude);
            return value.map(function (x, i) {
                return kind === 2 && i === 3 ? x : one(x, Array.isArray(amplitude) ? amplitude[i] || 0 : amplitude);
            });
        }
        function smooth(width, samples, time) {
            var id = idOf(this), kind = kindOf(this), total;
            width = width === undefined ? 0.2 : number(width);
            samples = samples === undefined ? 5 : Math.max(1, Math.min(counted(number(samples)), 1000));
            time = time === undefined ? now() : number(time);
            for (var i = 0; i < samples; i++) {
                var value = rawAt(id, kind, samples < 2 ? time : time - width / 2 + width * i / (samples - 1));
                total = i ? sum(total, value) : value;
            }
            return div(total, samples);
        }
        function keyOf(times, wanted, value) {
            var count = times.length, index = number(wanted);
            if (!(index >= 1 && index <= count)) throw new RangeError("there is no key " + wanted);
            return value(Math.floor(index));
        }
        function keyAt(times, index, value) {
            var object = {index: index, time: times[index - 1], value: value(times[index - 1])};
            if (Array.isArray(object.value))
                for (var i = 0; i < object.value.length && i < 4; i++) object[i] = object.value[i];
            return freeze(object);
        }
        // The index of the nearest time, from 1.
        function nearest(times, time) {
            var best = -1;
            if (!times.length) throw new RangeError("it has no keys");
            for (var i = 0; i < times.length; i++)
                if (best < 0 || Math.abs(times[i] - time) < Math.abs(times[best] - time)) best = i;
            return best + 1;
        }
        // In functions without an object, such as loopOut(), the property is the script's own.
        function idOf(object) { return isProperty(object) ? object.$id : state.id; }
        function kindOf(object) { return isProperty(object) ? object.$kind : state.kind; }
        function parentOf(id) {
            if (!parents[id]) {
                var place = ask(PLACE, "", id), object = layerAt(place[1], place[2]);
                for (var i = 3; i < place.length; i++) object = object.$at(place[i]);
            }
            return parents[id];
        }
        var propertyMethods = {
            valueAtTime: function (time) {
                var id = idOf(this), kind = kindOf(this);
                return valueOf(id, kind, number(time));
            },
            velocityAtTime: function (time) { return velocity(idOf(this), kindOf(this), number(time)); },
            speedAtTime: function (time) { return length(velocity(idOf(this), kindOf(this), number(time))); },
            key: function (index) {
                var id = idOf(this), kind = kindOf(this);
                return keyOf(keysOf(id), index, function (found) { return keyFor(id, kind, found); });
            },
            nearestKey: function (time) {
                var id = idOf(this), kind = kindOf(this);
                return keyFor(id, kind, nearest(keysOf(id), time === undefined ? now() : number(time)));
            },
            loopOut: loop(true, false), loopIn: loop(false, false), loopOutDuration: loop(true, true),
            loopInDuration: loop(false, true),
            wiggle: wiggled, temporalWiggle: wiggled, smooth: smooth,
            propertyGroup: function (up) {
                var group = parentOf(idOf(this));
                for (var i = 1; group && i < (up === undefined ? 1 : number(up)); i++) group = group.$parent;
                return group;
            }
        };
        var propertyGetters = {
            value: function () { return valueOf(this.$id, this.$kind, state.time); },
            velocity: function () { return velocity(this.$id, this.$kind, now()); },
            speed: function () { return length(velocity(this.$id, this.$kind, now())); },
            numKeys: function () { return keysOf(this.$id).length; },
            name: function () { parentOf(this.$id); return names[this.$id]; },
            _name: function () { parentOf(this.$id); return names[this.$id]; },
            propertyIndex: function () { return ask(PLACE, "", this.$id)[0]; }
        };
        function prototype(base, methods) {
            var object = Object.create(base);
            [propertyMethods, methods].forEach(function (list) {
                Object.keys(list).forEach(function (name) { method(object, name, list[name]); });
            });
            Object.keys(propertyGetters).forEach(function (name) {
                define(object, name, {get: propertyGetters[name]});
            });
            return object;
        }
        function hinted(object, names) {
            names.forEach(function (i) { define(object, i, {get: function () { return this.value[i]; }}); });
            return object;
        }
        var numeric = prototype(Object.prototype, {
            valueOf: function () { return this.value; },
            toString: function (radix) { return this.value.toString(radix); },
            toFixed: function (digits) { return this.value.toFixed(digits); },
            toPrecision: function (digits) { return this.value.toPrecision(digits); },
            toLocaleString: function (locale, options) { return this.value.toLocaleString(locale, options); }
        });
        var listed = hinted(prototype(Array.prototype, {toString: function () {
            return this.value.join(",");
        }}), [0, 1, 2, 3, "length"]);
        var pathed = prototype(Object.prototype, pathMethods);
        var texted = hinted(prototype(String.prototype, {
            valueOf: function () { return this.value; }, toString: function () { return this.value; }
        }), ["length"]);
        define(texted, "style", {get: function () {
            return new Style(this.value, JSON.parse(ask(STYLE, "", this.$id, state.time)));
        }});
        // The style of a text; changes make another.
        function Style(text, members) { this.$text = text; this.$members = members; }
        function styled(key) {
            return function (value) {
                var members = {};
                Object.keys(this.$members).forEach(function (name) { members[name] = this.$members[name]; }, this);
                value = plain(value);
                members[key] = isList(value) ? numbers(value) : typeof value === "boolean" ? +value : value;
                return new Style(this.$text, members);
            };
        }
        [["FontSize", "s"], ["Font", "f"], ["FillColor", "fc"], ["StrokeColor", "sc"], ["StrokeWidth", "sw"],
            ["Tracking", "tr"], ["Leading", "lh"],
            ["BaselineShift", "ls"]].forEach(function (pair) {
                method(Style.prototype, "set" + pair[0], styled(pair[1]));
                var name = pair[0].charAt(0).toLowerCase() + pair[0].slice(1);
                define(Style.prototype, name, {get: function () { return this.$members[pair[1]]; }});
            });
        method(Style.prototype, "setText", function (text) { return new Style(String(plain(text)), this.$members); });
        method(Path.prototype, "toString", function () { return "path"; });
        Object.keys(pathMethods).forEach(function (name) { method(Path.prototype, name, pathMethods[name]); });
        var kinds = [numeric, listed, listed, pathed, texted, listed];
        var parents = {}, names = {};
        function property(id, kind, name, parent) {
            var object = Object.create(kinds[kind]);
            define(object, "$id", {value: id});
            define(object, "$kind", {value: kind});
            if (parent) { parents[id] = parent; names[id] = name; }
            return freeze(object);
        }
        """#

    /// Groups, layers, compositions.
    static let layers = #"""
        function simple(name) {
            return String(name).toLowerCase().replace("adbe ", "").replace("vector ", "").split(" ").join("")
                .split("_").join("");
        }
        // Layers and groups share their members, which make what is asked for: objects with members of their own take ten
        // times as long. Each has the number of its values.
        function adder(members, values) {
            return function (name, make) {
                define(members, name, {get: function () {
                    if (!has.call(values, this.$n)) throw new TypeError("this has no " + name);
                    return make(values[this.$n], this);
                }});
            };
        }
        function shared(object, members, values, own) {
            Object.setPrototypeOf(object, members);
            define(object, "$n", {value: values.length});
            values[values.length] = own;
        }
        var groupValues = [], groupMembers = Object.create(Function.prototype);
        (function (member) {
            member("$parent", function (group) { return group.parent; });
            member("$at", function (group) { return function (position) { return group.items[position - 1].get(); }; });
            [["_name", "n"], ["matchName", "m"], ["propertyIndex", "x"]].forEach(function (pair) {
                member(pair[0], function (group) { return group.node[pair[1]]; });
            });
            member("numProperties", function (group) { return group.items.length; });
            member("active", function () { return true; });
            member("enabled", function () { return true; });
            member("propertyGroup", function (group) {
                return function (up) {
                    var object = group.parent;
                    for (var i = 1; object && i < (up === undefined ? 1 : number(up)); i++) object = object.$parent;
                    return object;
                };
            });
            member("property", function (group, self) { return self; });
        })(adder(groupMembers, groupValues));
        // A group of properties: a function that finds one by its name, its match name or its index.
        function group(node, parent, comp) {
            var items = node.c.map(function (child) {
                return {name: child.n, match: child.m, key: child.j, index: child.x, get: getter(child)};
            });
            function found(key) {
                key = plain(key);
                if (typeof key === "number") {
                    for (var n = 0; n < items.length; n++) if (items[n].index === key) return items[n].get();
                    if (items[key - 1]) return items[key - 1].get();
                    throw new RangeError("\"" + node.n + "\" has no property " + key);
                }
                for (var i = 0; i < items.length; i++) if (items[i].name === key) return items[i].get();
                var wanted = simple(key);
                for (i = 0; i < items.length; i++) if (items[i].match === key) return items[i].get();
                for (i = 0; i < items.length; i++)
                    if (simple(items[i].name) === wanted || items[i].key && simple(items[i].key) === wanted ||
                        items[i].match && simple(items[i].match) === wanted) return items[i].get();
                throw new ReferenceError("\"" + node.n + "\" has no property \"" + key + "\"");
            }
            function getter(child) {
                var object;
                return function () {
                    if (child.k === 6) {
                        var index = valueOf(child.id, 0, state.time), place = compAt(comp).$inds.indexOf(index);
                        return place < 0 ? null : layerAt(comp, place);
                    }
                    if (!object)
                        object = child.c ? group(child, self, comp) : property(child.id, child.k, child.n, self);
                    return object;
                };
            }
            var self = function (key) { return found(key); };
            shared(self, groupMembers, groupValues, {node: node, parent: parent, items: items});
            define(self, "name", {value: node.n});
            items.forEach(function (item) {
                if (item.key && !has.call(groupMembers, item.key) && !has.call(self, item.key))
                    define(self, item.key, {get: item.get});
            });
            return shut(self);
        }
        var layersMade = {}, compsMade = {};
        function layerAt(comp, place) {
            var made = layersMade[comp] || (layersMade[comp] = {});
            return made[place] || (made[place] = makeLayer(comp, place));
        }
        function point(value) { var v = numbers(value); return [v[0], v[1] || 0, v[2] || 0]; }
        function turned(p, axis, degrees) {
            if (!degrees) return p;
            var c = Math.cos(degrees * Math.PI / 180), s = Math.sin(degrees * Math.PI / 180), x = p[0], y = p[1],
                z = p[2];
            if (axis === 0) return [x, y * c - z * s, y * s + z * c];
            if (axis === 1) return [x * c + z * s, y, z * c - x * s];
            return [x * c - y * s, x * s + y * c, z];
        }
        // From a layer's space to its parent's, and back; directions are not moved.
        function outward(transform, time, p, isDirection) {
            function get(name) { return transform[name] ? transform[name].valueAtTime(time) : 0; }
            var scale = numbers(transform.scale ? get("scale") : [100, 100, 100]),
                o = transform.orientation ? numbers(get("orientation")) : [0, 0, 0];
            if (!isDirection) p = sub(p, point(transform.anchorPoint ? get("anchorPoint") : 0));
            p = [p[0] * scale[0] / 100, p[1] * (scale.length > 1 ? scale[1] : scale[0]) / 100,
                p[2] * (scale.length > 2 ? scale[2] : 100) / 100];
            p = turned(turned(turned(p, 2, number(get("rotation"))), 1, number(get("yRotation"))), 0,
                number(get("xRotation")));
            p = turned(turned(turned(p, 2, o[2]), 1, o[1]), 0, o[0]);
            return isDirection ? p : sum(p, point(transform.position ? get("position") : 0));
        }
        function inward(transform, time, p, isDirection) {
            function get(name) { return transform[name] ? transform[name].valueAtTime(time) : 0; }
            var scale = numbers(transform.scale ? get("scale") : [100, 100, 100]),
                o = transform.orientation ? numbers(get("orientation")) : [0, 0, 0];
            if (!isDirection) p = sub(p, point(transform.position ? get("position") : 0));
            p = turned(turned(turned(p, 0, -o[0]), 1, -o[1]), 2, -o[2]);
            p = turned(turned(turned(p, 0, -number(get("xRotation"))), 1, -number(get("yRotation"))), 2,
                -number(get("rotation")));
            function share(x, s) { return s ? x * 100 / s : 0; }
            p = [share(p[0], scale[0]), share(p[1], scale.length > 1 ? scale[1] : scale[0]),
                share(p[2], scale.length > 2 ? scale[2] : 100)];
            return isDirection ? p : sum(p, point(transform.anchorPoint ? get("anchorPoint") : 0));
        }
        function chainOf(layer) {
            var list = [];
            for (var next = layer; next; next = next.parent) {
                step(1);
                if (list.length > 512) throw new RangeError("it has more than 512 parents");
                list.push(next.transform);
            }
            return list;
        }
        function mapper(layer, isOut, isDirection) {
            return function (value, time) {
                var p = point(value), size = plain(value).length, list = chainOf(layer), i;
                time = at(time);
                if (isOut) for (i = 0; i < list.length; i++) p = outward(list[i], time, p, isDirection);
                else for (i = list.length - 1; i >= 0; i--) p = inward(list[i], time, p, isDirection);
                return size > 2 ? p : [p[0], p[1]];
            };
        }
        var layerValues = [], layerMembers = Object.create(Function.prototype), member = adder(layerMembers, layerValues);
        function rootOf(info) {
            if (!info.root) info.root = group({n: info.n, m: "", c: info.c}, undefined, info.comp);
            return info.root;
        }
        function part(info, name) {
            if (has.call(info.parts, name)) return info.parts[name];
            for (var i = 0; i < info.c.length; i++)
                if (info.c[i].j === name) return info.parts[name] = rootOf(info).$at(i + 1);
            return undefined;
        }
        function inside(info, name, word, key) {
            var all = part(info, name);
            if (!all)
                throw new ReferenceError("layer \"" + info.n + "\" has no " + word + " \"" + plain(key) + "\"");
            return all(key);
        }
        [["_name", "n"], ["index", "i"], ["inPoint", "ip"], ["outPoint", "op"], ["startTime", "st"], ["width", "w"],
            ["height", "h"], ["threeDLayer", "d"], ["enabled", "en"]].forEach(function (pair) {
                member(pair[0], function (info) { return info[pair[1]]; });
            });
        [["hasVideo", true], ["hasAudio", false], ["audioActive", false], ["isLayer", true]].forEach(function (pair) {
            member(pair[0], function () { return pair[1]; });
        });
        member("hasParent", function (info) { return info.p >= 0; });
        member("$at", function (info) { return rootOf(info).$at; });
        member("parent", function (info) { return info.p >= 0 ? layerAt(info.comp, info.p) : null; });
        member("active", function (info) { var t = now(); return info.en && t >= info.ip && t < info.op; });
        ["thisComp", "containingComp"].forEach(function (name) {
            member(name, function (info) { return compAt(info.comp); });
        });
        member("source", function (info) {
            return info.src >= 0 ? compAt(info.src) : freeze({name: info.sn, width: info.w, height: info.h});
        });
        member("pointOfInterest", function (info) {
            var transform = part(info, "transform");
            return transform && transform.anchorPoint;
        });
        member("zoom", function (info) { var camera = part(info, "cameraOption"); return camera && camera.zoom; });
        ["transform", "contents", "text", "masks", "effects", "layerStyle", "timeRemap", "cameraOption"].forEach(function (name) {
            member(name, function (info) { return part(info, name); });
        });
        [["effect", "effects", "effect"], ["content", "contents", "shape group"],
            ["mask", "masks", "mask"]].forEach(function (m) {
                member(m[0], function (info) { return function (key) { return inside(info, m[1], m[2], key); }; });
            });
        ["anchorPoint", "position", "scale", "rotation", "opacity", "orientation", "xRotation", "yRotation",
            "zRotation"].forEach(function (name) {
                member(name, function (info) {
                    var transform = part(info, "transform");
                    return transform && transform[name];
                });
            });
        member("marker", function () { return markersOf([]); });
        [["toComp", true, false], ["fromComp", false, false], ["toWorld", true, false], ["fromWorld", false, false],
            ["toCompVec", true, true], ["fromCompVec", false, true], ["toWorldVec", true, true],
            ["fromWorldVec", false, true], ["fromCompToSurface", false, false]].forEach(function (m) {
                member(m[0], function (info, layer) { return mapper(layer, m[1], m[2]); });
            });
        member("sourceTime", function (info) {
            return function (time) { return ((time === undefined ? now() : number(time)) - info.st) / info.sr; };
        });
        member("sourceRectAtTime", function (info) {
            return function (time, isWhole) {
                var r = ask(RECT, "", info.comp, info.place, at(time), plain(isWhole) ? 1 : 0);
                return {left: r[0], top: r[1], width: r[2], height: r[3]};
            };
        });
        member("sampleImage", function () {
            return function () { throw new TypeError("pictures are not read by scripts"); };
        });
        function makeLayer(comp, place) {
            var info = JSON.parse(ask(LAYER, "", comp, place));
            info.comp = comp;
            info.place = place;
            info.parts = {};
            function layer(key) { return rootOf(info)(key); }
            shared(layer, layerMembers, layerValues, info);
            define(layer, "name", {value: info.n});
            define(layer, "$layer", {value: place});
            freeze(layer.prototype);
            return freeze(layer);
        }
        function markersOf(list) {
            var times = list.map(function (m) { return m.t; });
            function one(index) {
                var m = list[index];
                return close({index: index + 1, time: m.t, duration: m.d, comment: m.c, parameters: {}});
            }
            return shut({
                numKeys: list.length,
                key: function (wanted) {
                    wanted = plain(wanted);
                    if (typeof wanted === "string") {
                        for (var i = 0; i < list.length; i++) if (list[i].c === wanted) return one(i);
                        throw new RangeError("there is no marker \"" + wanted + "\"");
                    }
                    if (!(wanted >= 1 && wanted <= list.length)) throw new RangeError("there is no marker " + wanted);
                    return one(Math.floor(wanted) - 1);
                },
                nearestKey: function (time) {
                    return one(nearest(times, time === undefined ? now() : number(time)) - 1);
                }
            });
        }
        function compAt(index) {
            if (!compsMade[index]) compsMade[index] = makeComp(index);
            return compsMade[index];
        }
        function makeComp(index) {
            var info = JSON.parse(ask(COMP, "", index)), byIndex = {}, byName = Object.create(null);
            // The first of several counts.
            for (var i = info.l.length - 1; i >= 0; i--) byName[info.l[i]] = byIndex[info.x[i]] = i;
            function layer(wanted, offset) {
                wanted = typeof wanted === "function" ? wanted : plain(wanted);
                if (typeof wanted === "function" && wanted.$layer !== undefined) {
                    var place = wanted.$layer + (offset === undefined ? 0 : number(offset));
                    if (!info.l[place] && info.l[place] !== "")
                        throw new RangeError("there is no layer " + (place + 1));
                    return layerAt(index, place);
                }
                if (typeof wanted === "number") {
                    var found = has.call(byIndex, wanted) ? byIndex[wanted] : -1;
                    if (found < 0 && wanted >= 1 && wanted <= info.l.length) found = wanted - 1;
                    if (found < 0) throw new RangeError("there is no layer " + wanted);
                    return layerAt(index, found);
                }
                var named = byName[String(wanted)];
                if (named === undefined) throw new ReferenceError("there is no layer \"" + wanted + "\"");
                return layerAt(index, named);
            }
            var comp = {
                layer: layer, numLayers: info.l.length, name: info.n, _name: info.n, width: info.w, height: info.h,
                duration: info.d,
                frameDuration: 1 / info.r, frameRate: info.r, displayStartTime: info.s, pixelAspect: 1,
                bgColor: [0, 0, 0, 1], activeCamera: null,
                marker: markersOf(info.m), shutterAngle: 180, shutterPhase: -90, motionBlur: false
            };
            if (info.cam >= 0) define(comp, "activeCamera", {get: function () { return layerAt(index, info.cam); }});
            define(comp, "$rate", {value: info.r});
            define(comp, "$inds", {value: info.x});
            return shut(comp);
        }
        function compNamed(name) {
            var index = ask(FIND, String(plain(name)));
            if (index < 0) throw new ReferenceError("there is no composition \"" + name + "\"");
            return compAt(index);
        }
        """#

    /// The values that scripts use by name, and the function that runs a script.
    static let running = #"""
        function own() { return property(state.id, state.kind); }
        var fixed = {
            $bm_sum: sum, $bm_sub: sub, $bm_mul: mul, $bm_div: div, $bm_mod: mod, $bm_neg: neg,
            $bm_pow: function (a, b) { return Math.pow(number(a), number(b)); },
            $bm_isInstanceOfArray: isList, sum: sum, add: sum, sub: sub, mul: mul, div: div, mod: mod, clamp: clamp,
            dot: dot, cross: cross, length: length,
            normalize: normalize, lookAt: lookAt, linear: linear, ease: ease, easeIn: easeIn, easeOut: easeOut,
            random: random, gaussRandom: gaussRandom,
            seedRandom: seedRandom, noise: noise, rgbToHsl: rgbToHsl, hslToRgb: hslToRgb, hexToRgb: hexToRgb,
            timeToFrames: timeToFrames,
            framesToTime: framesToTime, timeToTimecode: timeToTimecode, timeToCurrentFormat: timeToTimecode,
            posterizeTime: posterizeTime, createPath: createPath,
            degreesToRadians: function (v) { return mapped(v, function (x) { return x * Math.PI / 180; }); },
            radiansToDegrees: function (v) { return mapped(v, function (x) { return x * 180 / Math.PI; }); },
            comp: compNamed, footage: function () { throw new TypeError("footage is not read by scripts"); },
            globalThis: global
        };
        Object.keys(propertyMethods).forEach(function (name) { fixed[name] = propertyMethods[name]; });
        fixed.loop_out = fixed.loopOut;
        fixed.loop_in = fixed.loopIn;
        fixed.degrees_to_radians = fixed.degreesToRadians;
        fixed.radians_to_degrees = fixed.radiansToDegrees;
        Object.keys(pathMethods).forEach(function (name) {
            fixed[name] = function (a, b) { return own()[name](a, b); };
        });
        var given = {
            $bm_rt: function () { return undefined; },
            $bm_transform: function () { return layerAt(state.comp, state.layer).transform; },
            // The reader knows which scripts use the time.
            time: function () { return state.time; }, value: function () { return rawAt(state.id, state.kind, state.time); },
            thisProperty: own, thisLayer: function () { return layerAt(state.comp, state.layer); },
            thisComp: function () { return compAt(state.comp); },
            thisProject: function () { return freeze({}); },
            velocity: function () { return velocity(state.id, state.kind, now()); },
            speed: function () { return length(velocity(state.id, state.kind, now())); },
            numKeys: function () { return keysOf(state.id).length; },
            textIndex: function () { return ask(LETTER, "")[0]; },
            textTotal: function () { return ask(LETTER, "")[1]; },
            selectorValue: function () { return [100, 100, 100]; },
            frameDuration: function () { return 1 / rate(); }, colorDepth: function () { return 8; }
        };
        ["transform", "effect", "content", "mask", "text", "position", "anchorPoint", "scale", "rotation", "opacity",
            "orientation", "xRotation",
            "yRotation", "zRotation", "index", "name", "inPoint", "outPoint", "startTime", "width", "height",
            "hasParent", "parent", "active",
            "enabled", "source", "marker", "timeRemap", "_name", "toComp", "fromComp", "toWorld", "fromWorld",
            "toCompVec", "fromCompVec", "toWorldVec",
            "fromWorldVec", "fromCompToSurface", "sourceTime", "sourceRectAtTime", "sampleImage",
            "threeDLayer"].forEach(function (name) {
                given[name] = function () { return layerAt(state.comp, state.layer)[name]; };
            });
        ["layer", "numLayers", "duration", "displayStartTime", "activeCamera"].forEach(function (name) {
            given[name] = function () { return compAt(state.comp)[name]; };
        });
        given["$$names"] = function () { return Object.keys(fixed).concat(Object.keys(given)).join(","); };
        fixed.$$s = step;
        fixed.$$b = test;
        fixed.$$list = function (value) {
            value = plain(value);
            return typeof value === "string" ? value.split("") : listOf(value);
        };
        fixed.$$concat = function () {
            var result = [];
            for (var i = 0; i < arguments.length; i++) {
                counted(result.length + arguments[i].length);
                result = result.concat(arguments[i]);
            }
            return result;
        };
        fixed.$$assign = Object.assign;
        fixed.$$rest = function (list, start) { counted(list.length); return slice.call(list, start); };
        fixed.$$pattern = function (source, flags) { return new Pattern(source, flags); };
        function handles(points, list) {
            counted(points.length);
            return points.map(function (p, i) { return list && list[i] ? sub(list[i], p) : [0, 0]; });
        }
        // The result as the reader takes it: a number, numbers or a text.
        function result(value, kind) {
            if (kind === 0 && typeof value === "number" && value > -1e300 && value < 1e300) return value;
            if (value instanceof Style) return JSON.stringify({t: value.$text, $style: value.$members});
            if (kind === 3) {
                value = plain(value);
                // A path as players keep it: handles at their places, instead of relative to their points.
                if (value && Array.isArray(value.v))
                    value = createPath(value.v, handles(value.v, value.i), handles(value.v, value.o), value.c);
                if (!(value instanceof Path)) throw new TypeError("its result is not a path");
                return checked(value.$flat);
            }
            value = plain(value);
            if (kind === 4) {
                if (value === undefined || value === null) throw new TypeError("it has no result");
                return JSON.stringify({t: String(value)});
            }
            if (value === undefined || value === null || typeof value === "function")
                throw new TypeError("it has no result");
            if (typeof value === "object" && value.constructor === Number) value = +value;
            if (kind !== 0 && Array.isArray(value)) return checked(numbers(value));
            value = number(value);
            if (!(Math.abs(value) < 1e300)) throw new RangeError("its result is not a number");
            return value;
        }
        function checked(list) {
            for (var i = 0; i < list.length; i++) {
                if (!(Math.abs(list[i]) < 1e300)) throw new RangeError("its result is not a number");
            }
            return list;
        }
        // A text is a script of its own: it has the model's names, but not the variables around it.
        fixed.eval = function (text) { return typeof text === "string" ? call(loaded(ask(COMPILE, text))) : text; };
        close([fixed, numeric, listed, pathed, texted, Path, Style, Again, layerMembers, groupMembers]);
        // Calls a script with the values of the names that it uses.
        function named(name) { return fixed[name] || given[name](); }
        function call(entry) {
            var script = entry[0], list = [], count = entry.length;
            // Most scripts use few names.
            switch (count) {
            case 1: return script();
            case 2: return script(named(entry[1]));
            case 3: return script(named(entry[1]), named(entry[2]));
            }
            for (var i = 1; i < count; i++) list[i - 1] = named(entry[i]);
            return script.apply(undefined, list);
        }
        function run(entry, id, seconds, comp, layer, kind) {
            if (id < -1) return given[entry[1]]();
            var saved = state;
            try {
                state = {id: id, time: seconds, comp: comp, layer: layer, kind: kind, fps: -1};
                return result(call(entry), kind);
            } catch (error) {
                if (!(error instanceof Again)) throw error;
                return again(entry, seconds, Math.max(error.fps, 0));
            } finally {
                state = saved;
            }
        }
        function again(entry, seconds, fps) {
            if (!(fps < 1e6)) throw new RangeError("the rate is too high or not a number");
            ask(TIMED, "");
            state.fps = fps;
            state.time = fps > 0 ? Math.floor(seconds * fps + 1e-6) / fps : 0;
            return result(call(entry), state.kind);
        }
        return run;
        """#
}

/// The model as a whole.
enum ExpressionModelText {
    static let text = """
        (function (step, ask, loaded) {
        "use strict";
        \(ExpressionLanguage.text)
        \(ExpressionLanguage.patterns)
        \(ExpressionObjects.functions)
        \(ExpressionObjects.properties)
        \(ExpressionObjects.layers)
        \(ExpressionLanguage.closing)
        \(ExpressionObjects.running)
        })
        """
}
