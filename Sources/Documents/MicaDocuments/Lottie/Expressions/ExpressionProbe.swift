/// Runs scripts in a small document with layers, controls, shapes, a mask, a text and a composition, without layers being
/// made: for fuzzers and tests.
package struct ExpressionProbe: Sendable {
    private let document: JSONObject

    /// The properties that scripts are for, in their order: rotation with keys, position, path, colour, text, opacity.
    package static let placeCount = 6
    /// The times at which scripts run, in frames of 10 a second.
    private static let frames = [0.0, 3, 7.5, 10, 19]

    package init() {
        // The text is ours.
        let value = try? JSONParser.parse(Array(Self.text.utf8), file: "probe")
        document = value?.object ?? JSONObject(members: [], offset: 0)
    }

    /// The results of scripts.
    package struct Outcome: Equatable, Sendable {
        /// The values and failures by property and frame, as text, in the same order whatever order they ran in.
        package var values: [String]
        /// Whether the budget of steps was used up: then the values depend on the order.
        package var isExhausted: Bool
    }

    /// Runs scripts at all times.
    ///
    /// - Parameters:
    ///   - scripts: one for each property, from the first on.
    ///   - isBackwards: whether the last property and the last time come first.
    ///   - samples: the budget of the document's samples, from which that of steps follows.
    package func outcome(of scripts: [String], isBackwards: Bool, samples: Int = 1000) -> Outcome {
        var root = document
        root.members = document.members.map { ($0.key, Self.filled($0.value, scripts)) }
        let all = LottieExpressions(
            ExpressionScene(root), LottieDiagnostics(file: "probe", bytes: []),
            LottieWork(samples: samples, vertices: 1000, layers: 100), .specification, nil)
        guard let wanted = try? all.opened() else { return Outcome(values: [], isExhausted: false) }
        var moments: [(place: Int, id: Int, frame: Double)] = []
        for (place, id) in wanted.enumerated() { moments += Self.frames.map { (place, id, $0) } }
        if isBackwards { moments.reverse() }
        var values: [String] = []
        for moment in moments {
            guard !all.isExhausted else { break }
            let text: String
            do throws(ScriptError) {
                text = "\(try all.evaluated(moment.id, moment.frame / 10))"
            } catch {
                text = error.message
            }
            values.append("\(moment.place)@\(moment.frame): \(text)")
        }
        if isBackwards { values.reverse() }
        return Outcome(values: values, isExhausted: all.isExhausted)
    }

    /// A value with scripts in place of `@0`, `@1`...
    private static func filled(_ value: JSONValue, _ scripts: [String]) -> JSONValue {
        switch value {
        case .array(let list): return .array(list.map { filled($0, scripts) })
        case .object(var object):
            object.members = object.members.compactMap { key, value in
                guard key == "x", case .string(let mark) = value, mark.hasPrefix("@") else {
                    return (key, filled(value, scripts))
                }
                guard let place = Int(mark.dropFirst()), scripts.indices.contains(place) else { return nil }
                return (key, .string(scripts[place]))
            }
            return .object(object)
        default: return value
        }
    }

    private static let text = #"""
        {"fr":10,"ip":0,"op":20,"w":200,"h":100,"nm":"Main","markers":[{"cm":"go","tm":4,"dr":2}],
        "assets":[{"id":"c","nm":"Inner","layers":[{"ty":3,"nm":"Deep","ind":1,"ip":0,"op":20,"ks":{"r":{"k":12}}}]}],
        "fonts":{"list":[{"fName":"Helvetica","fFamily":"Helvetica","fStyle":"Regular"}]},
        "layers":[{"ty":4,"nm":"Own","ind":1,"parent":2,"ip":0,"op":20,"st":0,"ks":{"p":{"k":[10,20,0],"x":"@1"},
        "r":{"a":1,"k":[{"t":5,"s":[0]},{"t":15,"s":[100]}],"x":"@0"},"o":{"k":80,"x":"@5"}},
        "shapes":[{"ty":"gr","nm":"Group","it":[{"ty":"sh","nm":"Path 1","ks":{"x":"@2","k":{"c":true,
        "v":[[0,0],[10,0],[10,10]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[5,0],[0,0]]}}},
        {"ty":"el","nm":"Ellipse","s":{"k":[8,6]},"p":{"k":[1,2]}},
        {"ty":"fl","nm":"Paint","c":{"k":[1,0,0,1],"x":"@3"},"o":{"k":50}},{"ty":"tr","p":{"k":[9,0]},"r":{"k":7}}]}]},
        {"ty":3,"nm":"Control","ind":2,"ip":0,"op":20,"st":5,"ks":{"p":{"k":[50,60,0]},"r":{"k":90}},
        "ef":[{"ty":5,"nm":"Slider","ef":[{"ty":0,"nm":"In","v":{"a":1,"k":[{"t":0,"s":[0]},{"t":10,"s":[9]}]}}]},
        {"ty":5,"nm":"Color","ef":[{"ty":2,"nm":"In","v":{"k":[1,0.5,0,1]}}]},
        {"ty":5,"nm":"Layer","ef":[{"ty":10,"nm":"In","v":{"k":3}}]}]},
        {"ty":1,"nm":"Solid","ind":3,"ip":5,"op":15,"sw":40,"sh":30,"sc":"#00ff00","ks":{"o":{"k":80}},
        "masksProperties":[{"nm":"Mask 1","mode":"a","pt":{"k":{"c":true,"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],
        "o":[[0,0],[0,0],[0,0]]}},"o":{"k":40},"x":{"k":3}}]},
        {"ty":5,"nm":"Words","ind":4,"ip":0,"op":20,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"Hello","f":"Helvetica",
        "s":20,"fc":[0,0,0]}}],"x":"@4"},"a":[],"m":{},"p":{}}},
        {"ty":0,"nm":"Inside","ind":5,"refId":"c","w":70,"h":50,"ip":0,"op":20,"ks":{}}]}
        """#
}
