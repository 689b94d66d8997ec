/// The part of the model that makes the language safe and repeatable.
///
/// Scripts find nothing that keeps a state from one run to the next, no clock, no uncounted loop, and no way to compile
/// text. Patterns are matched here, since the engine's matcher cannot be stopped.
///
/// *Source*: ECMA-262, 21.1 to 23.1.
enum ExpressionLanguage {
    static let text = #"""
        var global = new Function("return this")();
        var push = Array.prototype.push, slice = Array.prototype.slice, has = Object.prototype.hasOwnProperty;
        var nativeSplit = String.prototype.split, define = Object.defineProperty, freeze = Object.freeze;
        var most = 1000000;
        // Closes an object and all that can be reached from it, without calling anything.
        function close(object) {
            var todo = [object], next, names, i, place;
            function add(value) {
                if ((typeof value === "object" && value !== null || typeof value === "function") &&
                    !Object.isFrozen(value)) todo[todo.length] = value;
            }
            while (todo.length) {
                next = todo[todo.length - 1];
                todo.length--;
                if (Object.isFrozen(next)) continue;
                freeze(next);
                names = Object.getOwnPropertyNames(next);
                for (i = 0; i < names.length; i++) {
                    place = Object.getOwnPropertyDescriptor(next, names[i]);
                    add(place.value);
                    add(place.get);
                    add(place.set);
                }
                add(Object.getPrototypeOf(next));
            }
            return object;
        }
        // Closes an object whose functions were made for it: they reach nothing but their prototypes, which are new, too.
        // A twentieth of the steps of close().
        function shut(object) {
            var names = Object.getOwnPropertyNames(object), i, place, value;
            if (object.prototype) freeze(object.prototype);
            for (i = 0; i < names.length; i++) {
                if (names[i] === "prototype") continue;
                place = Object.getOwnPropertyDescriptor(object, names[i]);
                value = place.get || place.value;
                if (typeof value === "object" && value !== null) close(value);
                if (typeof value !== "function" || value === object || Object.isFrozen(value)) continue;
                if (value.prototype) freeze(value.prototype);
                freeze(value);
            }
            return freeze(object);
        }
        function counted(length) {
            if (!(length <= most)) throw new RangeError("a list or text of more than " + most + " elements");
            step(1 + (length >> 4));
            return length;
        }
        function method(object, name, value) {
            define(object, name, {value: value, writable: true, configurable: true});
        }
        // Lists: natives run only on true arrays of a bounded length.
        function listOf(value) {
            if (Array.isArray(value)) { counted(value.length); return value; }
            if (value === null || value === undefined) throw new TypeError("this is not a list");
            var count = counted(value.length >>> 0), result = [];
            for (var i = 0; i < count; i++) result.push(value[i]);
            return result;
        }
        Object.getOwnPropertyNames(Array.prototype).forEach(function (name) {
            var native = Array.prototype[name];
            if (typeof native !== "function" || name === "constructor") return;
            method(Array.prototype, name, function () {
                for (var i = 0; i < arguments.length; i++)
                    if (Array.isArray(arguments[i])) counted(arguments[i].length);
                return native.apply(listOf(this), arguments);
            });
        });
        // The engine sorts from pivots by chance, which shows where an order is not one. This sort is stable and always
        // the same, as in later versions of the language.
        method(Array.prototype, "sort", function (order) {
            var list = listOf(this), kept = [], count, width, start, i;
            if (order !== undefined && typeof order !== "function") throw new TypeError("the order is not a function");
            order = order || function (a, b) {
                a = String(a);
                b = String(b);
                return a < b ? -1 : a > b ? 1 : 0;
            };
            for (i = 0; i < list.length; i++) if (list[i] !== undefined) kept.push(list[i]);
            count = kept.length;
            for (width = 1; width < count; width *= 2) {
                var merged = [];
                for (start = 0; start < count; start += 2 * width) {
                    var left = start, middle = Math.min(start + width, count), right = middle,
                        end = Math.min(middle + width, count);
                    while (left < middle && right < end) {
                        step(1);
                        merged.push(+order(kept[left], kept[right]) > 0 ? kept[right++] : kept[left++]);
                    }
                    while (left < middle) merged.push(kept[left++]);
                    while (right < end) merged.push(kept[right++]);
                }
                kept = merged;
            }
            for (i = 0; i < list.length; i++) list[i] = kept[i];
            return list;
        });
        method(Array.prototype, "toString", function () { return this.join(","); });
        method(Array.prototype, "toLocaleString", function () { return this.join(","); });
        method(Array.prototype, "find", function (test) {
            var list = listOf(this);
            for (var i = 0; i < list.length; i++) if (test(list[i], i, list)) return list[i];
        });
        method(Array.prototype, "findIndex", function (test) {
            var list = listOf(this);
            for (var i = 0; i < list.length; i++) if (test(list[i], i, list)) return i;
            return -1;
        });
        method(Array.prototype, "includes", function (wanted) {
            var list = listOf(this);
            for (var i = 0; i < list.length; i++)
                if (list[i] === wanted || list[i] !== list[i] && wanted !== wanted) return true;
            return false;
        });
        method(Array.prototype, "fill", function (value, start, end) {
            var list = listOf(this), count = list.length;
            start = start === undefined ? 0 : start < 0 ? Math.max(count + start, 0) : start;
            end = end === undefined ? count : end < 0 ? count + end : Math.min(end, count);
            for (var i = start; i < end; i++) list[i] = value;
            return list;
        });
        method(Array.prototype, "flat", function (depth) {
            var result = [], list = listOf(this);
            depth = depth === undefined ? 1 : Math.min(depth, 50);
            for (var i = 0; i < list.length; i++) {
                if (Array.isArray(list[i]) && depth >= 1) push.apply(result, list[i].flat(depth - 1));
                else result.push(list[i]);
            }
            return result;
        });
        method(Array.prototype, "flatMap", function (change) { return this.map(change).flat(); });
        method(Array, "from", function (value, change) {
            var list = listOf(value).slice();
            return change ? list.map(change) : list;
        });
        method(Array, "of", function () { return slice.call(arguments); });
        method(Object, "values", function (object) {
            return Object.keys(object).map(function (key) { return object[key]; });
        });
        method(Object, "entries", function (object) {
            return Object.keys(object).map(function (key) { return [key, object[key]]; });
        });
        method(Object, "assign", function (target) {
            for (var i = 1; i < arguments.length; i++) {
                var from = arguments[i];
                if (from === null || from === undefined) continue;
                Object.keys(from).forEach(function (key) { target[key] = from[key]; });
            }
            return target;
        });
        // Texts
        Object.getOwnPropertyNames(String.prototype).forEach(function (name) {
            var native = String.prototype[name];
            if (typeof native !== "function" || name === "constructor" || name === "toString" || name === "valueOf")
                return;
            method(String.prototype, name, function () {
                var text = String(this), list = [];
                counted(text.length);
                for (var i = 0; i < arguments.length; i++) {
                    list.push(arguments[i]);
                    if (typeof arguments[i] === "string") counted(arguments[i].length);
                }
                return native.apply(text, list);
            });
        });
        method(String.prototype, "repeat", function (count) {
            var text = String(this), result = "";
            if (!(count >= 0 && count < Infinity)) throw new RangeError("a text cannot be repeated so often");
            count = Math.floor(count);
            counted(text.length * count);
            if (!text) return "";
            for (; count > 0; count = Math.floor(count / 2)) {
                if (count % 2) result += text;
                if (count > 1) text += text;
            }
            return result;
        });
        function padding(text, length, fill) {
            fill = fill === undefined ? " " : String(fill);
            var count = length - text.length;
            return count > 0 && fill ? fill.repeat(Math.ceil(count / fill.length)).slice(0, count) : "";
        }
        method(String.prototype, "padStart", function (length, fill) {
            return padding(String(this), length, fill) + this;
        });
        method(String.prototype, "padEnd", function (length, fill) {
            return this + padding(String(this), length, fill);
        });
        method(String.prototype, "includes", function (text, start) { return String(this).indexOf(text, start) >= 0; });
        method(String.prototype, "startsWith", function (text, start) {
            return String(this).substr(start || 0, String(text).length) === String(text);
        });
        method(String.prototype, "endsWith", function (text) {
            text = String(text);
            return text.length <= String(this).length && String(this).slice(String(this).length - text.length) === text;
        });
        method(String.prototype, "trimStart", function () {
            return String(this).replace(new Pattern("^\\s+", ""), "");
        });
        method(String.prototype, "trimEnd", function () { return String(this).replace(new Pattern("\\s+$", ""), ""); });
        method(String.prototype, "localeCompare", function (other) {
            var text = String(this);
            other = String(other);
            counted(text.length);
            return text < other ? -1 : text > other ? 1 : 0;
        });
        String.prototype.toLocaleUpperCase = String.prototype.toUpperCase;
        String.prototype.toLocaleLowerCase = String.prototype.toLowerCase;
        method(Number.prototype, "toLocaleString", function (locale, options) {
            var fixed = options && options.maximumFractionDigits !== undefined ? options.maximumFractionDigits : 3;
            var least = options && options.minimumFractionDigits || 0;
            var parts = Math.abs(this).toFixed(Math.min(Math.max(fixed, least), 20)).split(".");
            var digits = (parts[1] || "").replace(new Pattern("0+$", ""), "");
            while (digits.length < least) digits += "0";
            var whole = parts[0].replace(new Pattern("\\B(?=(\\d{3})+$)", "g"), ",");
            return (this < 0 ? "-" : "") + whole + (digits ? "." + digits : "");
        });
        [["trunc", function (x) { return x < 0 ? Math.ceil(x) : Math.floor(x); }], ["sign", function (x) {
            return x > 0 ? 1 : x < 0 ? -1 : +x;
        }],
            ["hypot", function () {
                var sum = 0;
                for (var i = 0; i < arguments.length; i++) sum += arguments[i] * arguments[i];
                return Math.sqrt(sum);
            }],
            ["log10", function (x) { return Math.log(x) / Math.LN10; }],
            ["log2", function (x) { return Math.log(x) / Math.LN2; }],
            ["cbrt", function (x) { return x < 0 ? -Math.pow(-x, 1 / 3) : Math.pow(x, 1 / 3); }],
            ["sinh", function (x) { return (Math.exp(x) - Math.exp(-x)) / 2; }],
            ["cosh", function (x) { return (Math.exp(x) + Math.exp(-x)) / 2; }],
            ["tanh", function (x) { return x > 20 ? 1 : x < -20 ? -1 : (Math.exp(2 * x) - 1) / (Math.exp(2 * x) + 1); }]
        ].forEach(function (pair) { if (!Math[pair[0]]) method(Math, pair[0], pair[1]); });
        method(Math, "random", function () { return ask(RANDOM, ""); });
        [["isFinite", function (x) { return typeof x === "number" && isFinite(x); }], ["isNaN", function (x) {
            return typeof x === "number" && x !== x;
        }],
            ["isInteger", function (x) { return typeof x === "number" && isFinite(x) && Math.floor(x) === x; }],
            ["parseFloat", parseFloat], ["parseInt", parseInt], ["EPSILON", Math.pow(2, -52)],
            ["MAX_SAFE_INTEGER", 9007199254740991]
        ].forEach(function (pair) { if (!(pair[0] in Number)) method(Number, pair[0], pair[1]); });
        """#

    /// Patterns: a matcher by backtracking; each try is a step.
    static let patterns = #"""
        function isWordAt(text, i) {
            var c = text.charCodeAt(i);
            return c >= 48 && c <= 57 || c >= 65 && c <= 90 || c >= 97 && c <= 122 || c === 95;
        }
        function Pattern(source, flags) {
            if (!(this instanceof Pattern)) return new Pattern(source, flags);
            if (source instanceof Pattern) {
                flags = flags === undefined ? source.flags : flags;
                source = source.source;
            }
            source = source === undefined ? "(?:)" : String(source);
            flags = flags === undefined ? "" : String(flags);
            var p = 0, groups = 0, depth = 0, insensitive = flags.indexOf("i") >= 0, lines = flags.indexOf("m") >= 0;
            var dots = flags.indexOf("s") >= 0, names = {};
            counted(source.length);
            if (source.length > 2000) throw new RangeError("a pattern is too long");
            function fold(c) { return insensitive ? c.toLowerCase() : c; }
            function wrong() { return new SyntaxError("the pattern /" + source.slice(0, 100) + "/ is not valid"); }
            // A matcher takes a text, a place, the groups and the next matcher; it returns the end or -1.
            function alternatives() {
                step(1);
                if (++depth > 50) throw wrong();
                var list = [sequence()];
                while (source.charAt(p) === "|") { p++; list.push(sequence()); }
                depth--;
                if (list.length === 1) return list[0];
                return function (text, i, found, next) {
                    for (var n = 0; n < list.length; n++) {
                        step(1);
                        var end = list[n](text, i, found, next);
                        if (end >= 0) return end;
                    }
                    return -1;
                };
            }
            function sequence() {
                var list = [];
                while (p < source.length && source.charAt(p) !== "|" && source.charAt(p) !== ")") {
                    step(1);
                    list.push(term());
                }
                return function (text, i, found, next) {
                    function from(n) {
                        return n === list.length ? next : function (i) { return list[n](text, i, found, from(n + 1)); };
                    }
                    return from(0)(i);
                };
            }
            function single(test) {
                return function (text, i, found, next) {
                    step(1);
                    return i < text.length && test(fold(text.charAt(i))) ? next(i + 1) : -1;
                };
            }
            function assertion(test) {
                return function (text, i, found, next) { step(1); return test(text, i) ? next(i) : -1; };
            }
            function look(inner, isAhead, isNot) {
                return function (text, i, found, next) {
                    step(1);
                    var hit = -1;
                    if (isAhead) {
                        hit = inner(text, i, found, function (end) { return end; });
                    } else {
                        for (var start = i; start >= 0 && hit < 0; start--) {
                            step(1);
                            hit = inner(text, start, found, function (end) { return end === i ? end : -1; });
                        }
                    }
                    return hit >= 0 !== isNot ? next(i) : -1;
                };
            }
            function term() {
                var c = source.charAt(p++), first = groups, atom;
                if (c === "^")
                    return assertion(function (t, i) { return i === 0 || lines && t.charAt(i - 1) === "\n"; });
                if (c === "$")
                    return assertion(function (t, i) { return i === t.length || lines && t.charAt(i) === "\n"; });
                if (c === "(") atom = group();
                else if (c === "[") atom = single(set());
                else if (c === ".") atom = single(function (c) { return dots || c !== "\n" && c !== "\r"; });
                else if (c === "\\") atom = escape();
                else if (c === "*" || c === "+" || c === "?") throw wrong();
                else { var plain = fold(c); atom = single(function (c) { return c === plain; }); }
                return quantified(atom, first);
            }
            function group() {
                var kind = source.substr(p, 2), inner, index = 0;
                if (kind === "?:") { p += 2; inner = alternatives(); }
                else if (kind === "?=" || kind === "?!") { p += 2; inner = look(alternatives(), true, kind === "?!"); }
                else if (source.substr(p, 3) === "?<=" || source.substr(p, 3) === "?<!") {
                    var isNot = source.charAt(p + 2) === "!";
                    p += 3;
                    inner = look(alternatives(), false, isNot);
                } else {
                    index = ++groups;
                    if (kind === "?<") {
                        var end = source.indexOf(">", p);
                        if (end < 0) throw wrong();
                        names["$" + source.slice(p + 2, end)] = index;
                        p = end + 1;
                    }
                    var body = alternatives();
                    inner = function (text, i, found, next) {
                        var old = found[index];
                        var end = body(text, i, found, function (end) {
                            var before = found[index];
                            found[index] = [i, end];
                            var result = next(end);
                            if (result < 0) found[index] = before;
                            return result;
                        });
                        if (end < 0) found[index] = old;
                        return end;
                    };
                }
                if (source.charAt(p++) !== ")") throw wrong();
                return inner;
            }
            function classOf(c) {
                switch (c) {
                case "d": return function (c) { return c >= "0" && c <= "9"; };
                case "w": return function (c) { return isWordAt(c, 0); };
                case "s": return function (c) { return " \t\n\r\v\f\u00a0\u2028\u2029\ufeff".indexOf(c) >= 0; };
                }
            }
            function not(test) { return function (c) { return !test(c); }; }
            function character(c) {
                switch (c) {
                case "n": return "\n";
                case "r": return "\r";
                case "t": return "\t";
                case "v": return "\v";
                case "f": return "\f";
                case "0": return "\0";
                case "x": p += 2; return String.fromCharCode(parseInt(source.substr(p - 2, 2), 16));
                case "u": p += 4; return String.fromCharCode(parseInt(source.substr(p - 4, 4), 16));
                default: return c;
                }
            }
            function escape() {
                var c = source.charAt(p++), lower = c.toLowerCase();
                if (c === "b" || c === "B") {
                    return assertion(function (t, i) {
                        return (i > 0 && isWordAt(t, i - 1) !== (i < t.length && isWordAt(t, i)) || i === 0 &&
                            t.length > 0 && isWordAt(t, 0)) === (c === "b");
                    });
                }
                if (lower === "d" || lower === "w" || lower === "s")
                    return single(c === lower ? classOf(c) : not(classOf(lower)));
                if (c >= "1" && c <= "9") {
                    return function (text, i, found, next) {
                        var part = found[+c] ? text.slice(found[+c][0], found[+c][1]) : "";
                        step(1);
                        return fold(text.substr(i, part.length)) === fold(part) ? next(i + part.length) : -1;
                    };
                }
                var plain = fold(character(c));
                return single(function (c) { return c === plain; });
            }
            function set() {
                var isNot = source.charAt(p) === "^", tests = [];
                if (isNot) p++;
                function member() {
                    var c = source.charAt(p++);
                    if (c !== "\\") return c;
                    c = source.charAt(p++);
                    var lower = c.toLowerCase();
                    if (lower === "d" || lower === "w" || lower === "s")
                        return c === lower ? classOf(c) : not(classOf(lower));
                    return c === "b" ? "\b" : character(c);
                }
                while (source.charAt(p) !== "]") {
                    step(1);
                    if (p >= source.length) throw wrong();
                    var low = member(), high = low;
                    if (typeof low === "string" && source.charAt(p) === "-" && source.charAt(p + 1) !== "]") {
                        p++;
                        high = member();
                        if (typeof high !== "string") throw wrong();
                    }
                    tests.push(typeof low === "function" ? low : range(low, high));
                }
                p++;
                return function (c) {
                    var is = false;
                    for (var i = 0; i < tests.length && !is; i++) { step(1); is = tests[i](c); }
                    return is !== isNot;
                };
            }
            function range(low, high) {
                return function (c) {
                    return c >= low && c <= high || insensitive && (c.toUpperCase() >= low && c.toUpperCase() <= high);
                };
            }
            function quantified(atom, first) {
                var c = source.charAt(p), least, top = Infinity, last = groups;
                var bounds = c === "{" ? braces() : null;
                if (c === "*") least = 0; else if (c === "+") least = 1; else if (c === "?") { least = 0; top = 1; }
                else if (bounds) { least = bounds[0]; top = bounds[1]; } else return atom;
                if (!bounds) p++;
                var isLazy = source.charAt(p) === "?";
                if (isLazy) p++;
                function again(text, i, found, next, count) {
                    step(1);
                    function more() {
                        if (count >= top) return -1;
                        for (var g = first + 1; g <= last; g++) found[g] = undefined;
                        return atom(text, i, found, function (end) {
                            return end === i && count >= least ? -1 : again(text, end, found, next, count + 1);
                        });
                    }
                    if (count < least) return more();
                    if (isLazy) { var end = next(i); return end >= 0 ? end : more(); }
                    var saved = slice.call(found), longest = more();
                    if (longest >= 0) return longest;
                    for (var g = 0; g < saved.length; g++) found[g] = saved[g];
                    return next(i);
                }
                return function (text, i, found, next) { return again(text, i, found, next, 0); };
            }
            function braces() {
                var end = source.indexOf("}", p),
                    parts = nativeSplit.call(source.slice(p + 1, Math.max(end, p + 1)), ",");
                if (end < 0 || parts[0] === "" || !(+parts[0] >= 0) || parts.length > 2) return null;
                p = end + 1;
                return [+parts[0], parts.length === 1 ? +parts[0] : parts[1] === "" ? Infinity : +parts[1]];
            }
            var matcher = alternatives();
            if (p < source.length) throw wrong();
            define(this, "$match", {value: function (text, start) {
                counted(text.length);
                for (var i = start; i <= text.length; i++) {
                    var found = [undefined];
                    step(1);
                    var end = matcher(text, i, found, function (end) { return end; });
                    if (end < 0) continue;
                    var result = [text.slice(i, end)];
                    for (var g = 1; g <= groups; g++)
                        result.push(found[g] ? text.slice(found[g][0], found[g][1]) : undefined);
                    result.index = i;
                    result.input = text;
                    if (Object.keys(names).length) {
                        result.groups = {};
                        Object.keys(names).forEach(function (name) {
                            result.groups[name.slice(1)] = result[names[name]];
                        });
                    }
                    return result;
                }
                return null;
            }});
            this.source = source;
            this.flags = flags;
            this.global = flags.indexOf("g") >= 0;
            this.ignoreCase = insensitive;
            this.multiline = lines;
            this.lastIndex = 0;
        }
        method(Pattern.prototype, "exec", function (text) {
            text = String(text);
            var found = this.lastIndex > text.length ? null : this.$match(text, this.global ? this.lastIndex : 0);
            if (this.global) this.lastIndex = found ? found.index + found[0].length : 0;
            return found;
        });
        method(Pattern.prototype, "test", function (text) { return this.exec(text) !== null; });
        method(Pattern.prototype, "toString", function () { return "/" + this.source + "/" + this.flags; });
        function all(pattern, text) {
            var list = [], at = 0, found;
            while (at <= text.length && (found = pattern.$match(text, at))) {
                step(1);
                list.push(found);
                at = found.index + (found[0].length || 1);
                if (!pattern.global) break;
            }
            return list;
        }
        method(String.prototype, "match", function (pattern) {
            var text = String(this);
            if (!(pattern instanceof Pattern)) pattern = new Pattern(pattern);
            if (!pattern.global) return pattern.$match(text, 0);
            var list = all(pattern, text).map(function (found) { return found[0]; });
            return list.length ? list : null;
        });
        method(String.prototype, "matchAll", function (pattern) { return all(pattern, String(this)); });
        method(String.prototype, "search", function (pattern) {
            var found = (pattern instanceof Pattern ? pattern : new Pattern(pattern)).$match(String(this), 0);
            return found ? found.index : -1;
        });
        function replaced(text, list, value) {
            var result = "", at = 0;
            list.forEach(function (found) {
                var by = typeof value === "function" ? String(value.apply(undefined, found.concat([found.index, text])))
                    : expanded(String(value), found, text);
                result += text.slice(at, found.index) + by;
                at = found.index + found[0].length;
            });
            return result + text.slice(at);
        }
        function expanded(value, found, text) {
            if (value.indexOf("$") < 0) return value;
            var result = "";
            for (var i = 0; i < value.length; i++) {
                step(1);
                var c = value.charAt(i), next = value.charAt(i + 1);
                if (c !== "$") { result += c; continue; }
                i++;
                if (next === "$") result += "$";
                else if (next === "&") result += found[0];
                else if (next === "`") result += text.slice(0, found.index);
                else if (next === "'") result += text.slice(found.index + found[0].length);
                else if (next >= "1" && next <= "9" && +next < found.length)
                    result += found[+next] === undefined ? "" : found[+next];
                else { result += "$"; i--; }
            }
            return result;
        }
        function plainly(text, wanted, isAll) {
            var list = [], at = 0;
            wanted = String(wanted);
            while ((at = text.indexOf(wanted, at)) >= 0) {
                step(1);
                var found = [wanted];
                found.index = at;
                list.push(found);
                at += wanted.length || 1;
                if (!isAll || at > text.length) break;
            }
            return list;
        }
        method(String.prototype, "replace", function (pattern, value) {
            var text = String(this);
            return replaced(text, pattern instanceof Pattern ? all(pattern, text) : plainly(text, pattern, false),
                value);
        });
        method(String.prototype, "replaceAll", function (pattern, value) {
            var text = String(this);
            return replaced(text, pattern instanceof Pattern ? all(pattern, text) : plainly(text, pattern, true),
                value);
        });
        method(String.prototype, "split", function (by, limit) {
            var text = String(this);
            counted(text.length);
            if (!(by instanceof Pattern))
                return nativeSplit.call(text, by === undefined ? undefined : String(by), limit);
            if (!text) return by.$match(text, 0) ? [] : [""];
            var list = [], at = 0, from = 0, found;
            while (from < text.length && (found = by.$match(text, from))) {
                step(1);
                var end = found.index + found[0].length;
                if (found.index >= text.length) break;
                if (end === at) { from++; continue; }
                list.push(text.slice(at, found.index));
                for (var g = 1; g < found.length; g++) list.push(found[g]);
                at = end;
                from = end > found.index ? end : end + 1;
            }
            list.push(text.slice(at));
            return limit === undefined ? list : list.slice(0, limit);
        });
        """#

    /// Dates without a clock, in universal time; then everything is closed.
    static let closing = #"""
        var NativeDate = Date, UTC = Date.UTC;
        function parsed(text) {
            var found = new Pattern("^\\s*(\\d{4})(?:-(\\d\\d))?(?:-(\\d\\d))?" +
                "(?:[T ](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,3}))?)?)?\\s*(?:Z|([+-])(\\d\\d):?(\\d\\d))?\\s*$")
                .$match(String(text), 0);
            if (!found) return NaN;
            var shift = found[8] ? (found[8] === "-" ? 1 : -1) * (+found[9] * 60 + +found[10]) * 60000 : 0;
            return UTC(+found[1], (found[2] || 1) - 1, +(found[3] || 1), +(found[4] || 0), +(found[5] || 0),
                +(found[6] || 0),
                +((found[7] || "") + "000").slice(0, 3)) + shift;
        }
        function PlainDate(year, month) {
            var date;
            if (!(this instanceof PlainDate)) return new PlainDate(0).toString();
            if (arguments.length === 0) date = new NativeDate(0);
            else if (arguments.length === 1) {
                if (year instanceof PlainDate) year = year.getTime();
                date = new NativeDate(typeof year === "string" ? parsed(year) : +year);
            } else date = new NativeDate(UTC.apply(null, slice.call(arguments, 0, 7)));
            define(this, "$date", {value: date});
        }
        ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"].forEach(function (part) {
            ["get", "getUTC", "set", "setUTC"].forEach(function (word) {
                var native = NativeDate.prototype[word.slice(0, 3) + "UTC" + part];
                if (native)
                    method(PlainDate.prototype, word + part, function () {
                        return native.apply(this.$date, slice.call(arguments, 0, 4));
                    });
            });
        });
        method(PlainDate.prototype, "getTime", function () { return this.$date.getTime(); });
        method(PlainDate.prototype, "valueOf", function () { return this.$date.getTime(); });
        method(PlainDate.prototype, "setTime", function (time) { return this.$date.setTime(+time); });
        method(PlainDate.prototype, "getTimezoneOffset", function () { return 0; });
        method(PlainDate.prototype, "toISOString", function () { return this.$date.toISOString(); });
        method(PlainDate.prototype, "toJSON", function () { return this.$date.toISOString(); });
        var days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
        var months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        function two(number) { return (number < 10 ? "0" : "") + number; }
        method(PlainDate.prototype, "toDateString", function () {
            return days[this.getDay()] + " " + months[this.getMonth()] + " " + two(this.getDate()) + " " +
                this.getFullYear();
        });
        method(PlainDate.prototype, "toTimeString", function () {
            return two(this.getHours()) + ":" + two(this.getMinutes()) + ":" + two(this.getSeconds()) + " GMT+0000";
        });
        method(PlainDate.prototype, "toString", function () {
            return this.toDateString() + " " + this.toTimeString();
        });
        method(PlainDate.prototype, "toLocaleDateString", function () {
            return this.getMonth() + 1 + "/" + this.getDate() + "/" + this.getFullYear();
        });
        method(PlainDate.prototype, "toLocaleTimeString", function () {
            return (this.getHours() % 12 || 12) + ":" + two(this.getMinutes()) + ":" + two(this.getSeconds()) +
                (this.getHours() < 12 ? " AM" : " PM");
        });
        method(PlainDate.prototype, "toLocaleString", function () {
            return this.toLocaleDateString() + ", " + this.toLocaleTimeString();
        });
        method(PlainDate, "UTC", UTC);
        method(PlainDate, "now", function () { return 0; });
        method(PlainDate, "parse", parsed);

        global.Date = PlainDate;
        global.RegExp = Pattern;
        var natives = global.Function;
        method(natives.prototype, "constructor", function () { throw new TypeError("text is not compiled"); });
        ["Function", "eval", "Duktape", "performance", "Proxy", "Reflect", "ArrayBuffer", "DataView", "Int8Array",
            "Uint8Array",
            "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array",
            "Float64Array", "Buffer",
            "TextEncoder", "TextDecoder", "CBOR", "globalThis", "escape",
            "unescape"].forEach(function (name) { delete global[name]; });
        close(global);
        close(natives.prototype);
        """#
}
