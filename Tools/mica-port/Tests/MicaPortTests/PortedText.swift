import MicaPort
import Testing

/// The result for a source. The same as other text where only numbers of spaces differ: these keep columns in place.
struct Text {
    let text: String

    static func == (a: Text, b: String) -> Bool { words(a.text) == words(b) }

    private static func words(_ text: String) -> [Substring] { text.split(separator: " ") }
}

/// The text that a source becomes.
func port(_ source: String, ios: Bool = false, umbrella: [String] = []) -> Text {
    ported([source], ios: ios, umbrella: umbrella)[0]
}

/// The texts that sources of one package become.
func ported(_ sources: [String], ios: Bool = false, umbrella: [String] = []) -> [Text] {
    var options = PortOptions()
    options.treatsIOSAsTrue = ios
    let set = PortSet(options: options)
    let results = set.port(sources.map { .init(path: "", bytes: Array($0.utf8), umbrella: umbrella) })
    let again = set.port(
        zip(sources, results).map { .init(path: "", bytes: $1?.text ?? Array($0.utf8), umbrella: umbrella) })
    return zip(sources, zip(results, again)).map { source, results in
        guard let result = results.0 else { return Text(text: "") }
        let faults = PortCheck.faults(of: Array(source.utf8), result, again: results.1?.text)
        #expect(faults == [], "\(source)\n\(String(decoding: result.text, as: UTF8.self))")
        return Text(text: String(decoding: result.text, as: UTF8.self))
    }
}

func findings(_ source: String) -> [Finding] {
    PortSet().port([.init(path: "", bytes: Array(source.utf8))])[0]?.findings ?? []
}
