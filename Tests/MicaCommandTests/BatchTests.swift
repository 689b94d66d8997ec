import Foundation
import MicaBase
import MicaCodecs
import MicaCommandLine
import MicaDocuments
import MicaImageFiles
import MicaSurface
import Testing

@testable import MicaCommand

/// `mica batch`, `mica worker` and `mica inspect --template`.
@Suite struct BatchTests {
    private let scratch: ScratchDirectory
    private let card: String

    init() throws {
        scratch = try ScratchDirectory()
        card = try scratch.write(
            """
            {"v":"5.7.0","fr":10,"ip":0,"op":5,"w":20,"h":10,"fonts":{"list":[{"fName":"LiberationSans",
            "fFamily":"Liberation Sans","fStyle":"Regular"}]},"layers":[
            {"ty":5,"nm":"Title","ip":0,"op":5,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"a","f":"LiberationSans","s":8,
            "fc":[1,1,1],"j":0,"sz":[20,10],"ps":[0,0]}}]},"a":[],"m":{},"p":{}}},
            {"ty":1,"nm":"Paper","ind":1,"ip":0,"op":5,"sw":20,"sh":10,"sc":"#ff0000","ks":{}}]}
            """, to: "card.json")
    }

    private func batch(_ rows: String, _ name: String = "rows.csv", _ arguments: String...) throws -> Command {
        let data = try scratch.write(rows, to: name)
        return try Command(
            arguments: ["batch", card, "--data", data, "-o", scratch.path("out/{id}.png"), "--jobs", "2"] + arguments)
    }

    private func worker(_ lines: [String], _ arguments: String...) throws -> [[String: Any]] {
        let input = try scratch.write(lines.joined(separator: "\n"), to: "requests.jsonl")
        let run = try Command(
            arguments: ["worker", card, "--jobs", "2"] + arguments, shell: "exec \"$@\" <'\(input)'")
        #expect(run.status == 0, "\(run.errors)")
        return try run.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private func color(_ name: String) throws -> UInt32 {
        try ImageDecoder(bytes: scratch.bytes(name)).decode().pixels[19]
    }

    @Test func each_row_is_a_picture_of_its_own() throws {
        let run = try batch("id,Title.Text,Paper.Color\nada,A,#00ff00\nbob,B,blue\n")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output.contains("2 drawn"))
        #expect(try color("out/ada.png") == 0xFF00_FF00 && color("out/bob.png") == 0xFF00_00FF)
        // They are the bytes of a render with the same values.
        let alone = try Command(
            "render", card, "--set", "Title.Text=A", "--set", "Paper.Color=#00ff00", "-q", "-o", scratch.path("a.png"))
        #expect(alone.status == 0)
        #expect(try scratch.bytes("a.png") == scratch.bytes("out/ada.png"))
    }

    @Test func a_row_that_is_wrong_stops_no_other_and_strict_draws_none() throws {
        let rows = "id,Paper.Color\nada,lime\nbob,bleu\n../eve,red\nada,red\nkat,blue\n"
        let strict = try batch(rows, "rows.csv", "--strict")
        #expect(strict.status == 1 && strict.errors.contains("nothing is drawn"))
        #expect(try !scratch.names.contains("out"))
        let run = try batch(rows)
        #expect(run.status == 1)
        for line in [
            "rows.csv:3:1: error: row 'bob': Paper.Color: 'bleu' is not a colour; did you mean 'blue'?",
            "rows.csv:4:1: error: row '../eve': '../eve' of column 'id' cannot be a part of a file's name",
            "row 'ada': an earlier row has the same output",
        ] { #expect(run.errors.contains(line), "\(line)") }
        #expect(run.output.contains("2 drawn, 3 failed"), "\(run.output)")
        #expect(try color("out/ada.png") == 0xFF00_FF00 && color("out/kat.png") == 0xFF00_00FF)
    }

    @Test func columns_that_are_no_values_are_errors_of_the_command_line() throws {
        let run = try batch("id,Titel.Text\nada,A\n")
        #expect(run.status == 2 && run.errors.contains("did you mean 'Title.Text'?"), "\(run.errors)")
        #expect(try batch("id,Titel.Text\nada,A\n", "rows.csv", "--ignore", "Titel.Text").status == 0)
        let mapped = try batch("id,name\nada,A\n", "rows.csv", "--map", "name=Title.Text")
        #expect(mapped.status == 0, "\(mapped.errors)")
        #expect(try batch("id,name\nada,A\n", "rows.csv", "--map", "name=Title.Txt").status == 2)
        let lacking = try Command(
            "batch", card, "--data", scratch.path("rows.csv"), "--ignore", "name", "-o", scratch.path("{nam}.png"))
        #expect(lacking.status == 2 && lacking.errors.contains("there is no column 'nam'; did you mean 'name'?"))
        let one = try Command("batch", card, "--data", scratch.path("rows.csv"), "-o", scratch.path("a.png"))
        #expect(one.status == 2 && one.errors.contains("the same file for all rows"))
    }

    @Test func outputs_that_are_there_are_left() throws {
        _ = try batch("id,Paper.Color\nada,lime\n")
        let run = try batch(
            "id,Paper.Color\nada,red\nbob,red\n", "rows.csv", "--skip-existing", "--results", scratch.path("r.jsonl"),
            "--metrics", scratch.path("m.prom"))
        #expect(run.status == 0 && run.output.contains("1 drawn, 1 there already"), "\(run.output)")
        #expect(try color("out/ada.png") == 0xFF00_FF00)
        let results = String(decoding: try scratch.bytes("r.jsonl"), as: UTF8.self)
        #expect(results.contains("\"id\":\"ada\"") && results.contains("\"skipped\":true"))
        let metrics = String(decoding: try scratch.bytes("m.prom"), as: UTF8.self)
        #expect(metrics.contains("mica_rows_total{result=\"drawn\"} 1\n"))
        #expect(metrics.contains("mica_rows_total{result=\"skipped\"} 1\n"))
        #expect(metrics.contains("mica_row_seconds_count 1\n"))
    }

    @Test func every_unknown_column_is_named() throws {
        let run = try batch("id,Titel.Text,Paper.Colour\nada,A,lime\n")
        #expect(run.status == 2)
        let title = "rows.csv: error: column 'Titel.Text': no value of the template is called 'Titel.Text'"
        for words in [title + "; did you mean 'Title.Text'?", "column 'Paper.Colour': ", "--ignore leaves it out"] {
            #expect(run.errors.contains(words), "\(words): \(run.errors)")
        }
        let list = (0..<15).map { "c\($0)" }.joined(separator: ",")
        let many = try batch(list + "\n")
        #expect(many.errors.contains("column 'c9'") && !many.errors.contains("column 'c10'"))
        #expect(many.errors.contains("5 further columns are not known"), "\(many.errors)")
        let wide = try batch("id,Title.Text\nada,A, B\n")
        #expect(wide.status == 1)
        #expect(
            wide.errors.contains(
                "the row has 3 values, and there are 2 columns; a value with a separator in it needs quotes"),
            "\(wide.errors)")
        #expect(try !scratch.names.contains("out"))
    }

    @Test func a_time_behind_the_end_is_noted_once() throws {
        let note = "mica: note: --time: outputs show 2 s, and \(card) ends at 0.5 s\n"
        let rows = "id,Paper.Color\nada,lime\nbob,blue\n"
        let run = try batch(rows, "rows.csv", "--time", "2")
        #expect(run.status == 0 && run.errors == note, "\(run.errors)")
        #expect(try batch(rows, "rows.csv", "--time", "0.5").errors.isEmpty)
        #expect(try batch(rows, "rows.csv", "--time", "2", "--quiet").errors.isEmpty)
    }

    @Test func checking_draws_nothing() throws {
        let run = try batch("id,Paper.Color\nada,lime\nbob,bleu\n", "rows.csv", "--check")
        #expect(run.status == 1 && run.output == "2 rows, 1 valid\n", "\(run.output)")
        #expect(try !scratch.names.contains("out"))
        let input = try Command(
            arguments: ["batch", card, "--data", "-", "--check"], shell: "exec \"$@\" <'\(scratch.path("rows.csv"))'")
        #expect(input.status == 1 && input.output == run.output, "\(input.errors)")
        #expect(input.errors.contains("standard input:3:1: error: row 'bob'"))
    }

    @Test func rows_of_a_pipe_that_has_a_name_are_read_once() throws {
        let rows = try scratch.write("id,Paper.Color\nada,lime\nbob,bleu\n", to: "rows.csv")
        let run = try Command(
            arguments: ["batch", card, "--data", "/dev/stdin", "-o", scratch.path("{id}.png")],
            shell: "cat '\(rows)' | \"$@\"")
        #expect(run.status == 1 && run.output.contains("1 drawn, 1 failed"), "\(run.output) \(run.errors)")
        #expect(try color("ada.png") == 0xFF00_FF00)
    }

    @Test func results_have_the_reason_of_each_row() throws {
        let rows = "id,Paper.Color\nada,lime\nbob,bleu\nada,red\n../eve,red\n"
        let run = try batch(rows, "rows.csv", "--results", scratch.path("r.jsonl"))
        #expect(run.status == 1)
        let lines = String(decoding: try scratch.bytes("r.jsonl"), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 4)
        // They are the lines that standard error has.
        let errors = try lines.compactMap {
            try (JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["error"] as? String
        }
        #expect(errors.count == 3)
        for error in errors { #expect(run.errors.contains("mica: \(error)\n"), "\(error)") }
    }

    @Test func requests_with_members_of_other_kinds_are_refused() throws {
        let output = scratch.path("a.png")
        let wrong: [(members: String, words: String)] = [
            ("\"output\":\"\(output)\",\"deadline\":0", "\"deadline\" is a number of seconds above 0, up to 1000000"),
            ("\"output\":\"\(output)\",\"deadline\":1e300", "up to 1000000"),
            ("\"output\":\"\(output)\",\"deadline\":\"soon\"", "\"deadline\" is a number"),
            ("\"output\":7", "\"output\" is the path"), ("\"template\":[],\"output\":\"\(output)\"", "\"template\" is"),
            ("\"output\":\"\(output)\",\"values\":3", "\"values\" is an object"), ("\"metrics\":2", "true or false"),
        ]
        let results = try worker(wrong.map { "{\($0.members)}" })
        #expect(results.count == wrong.count)
        for (index, (_, words)) in wrong.enumerated() {
            let result = results.first { $0["id"] as? String == String(index + 1) }
            #expect((result?["error"] as? String)?.contains(words) == true, "\(words): \(result ?? [:])")
        }
        #expect(try !scratch.names.contains("a.png"))
    }

    @Test(arguments: [
        ["--size", "4x4", "--width", "4"], ["--time", "1", "--duration", "1"], ["--duration", "1e6", "--fps", "1000"],
    ])
    func options_that_exclude_each_other_are_refused_alike(_ options: [String]) throws {
        let rows = try scratch.write("id\nada\n", to: "rows.csv")
        let output = scratch.path("{id}.gif")
        for command in [
            ["render", card, "-o", scratch.path("a.gif")], ["batch", card, "--data", rows, "-o", output],
            ["worker", card],
            ["split", card, "--parts", "2"],
        ] {
            let run = try Command(arguments: command + options)
            #expect(run.status == 2, "\(command[0]): \(run.output) \(run.errors)")
        }
    }

    @Test func failures_of_the_machine_may_be_tried_again() throws {
        #expect(SurfaceError(path: "a.png", reason: "no space left on device").mayPass)
        #expect(!SurfaceError(path: "a.png", reason: "there is no directory a").mayPass)
        _ = try scratch.write("a file", to: "out")
        let run = try batch("id,Paper.Color\nada,lime\n", "rows.csv", "--results", scratch.path("r.jsonl"))
        #expect(run.status == 1 && run.errors.contains("out/ada.png"), "\(run.errors)")
        #expect(String(decoding: try scratch.bytes("r.jsonl"), as: UTF8.self).contains("\"retry\":false"))
    }

    @Test func rows_may_come_on_standard_input_and_be_films() throws {
        let rows = try scratch.write("{\"Paper.Color\":\"lime\"}\n{\"Paper.Color\":\"blue\"}\n", to: "rows.jsonl")
        let run = try Command(
            arguments: ["batch", card, "--data", "-", "-o", scratch.path("{id}.gif")], shell: "exec \"$@\" <'\(rows)'")
        #expect(run.status == 0, "\(run.errors)")
        let film = try ImageDecoder(bytes: scratch.bytes("2.gif")).decodeFrames()
        #expect(film.first?.bitmap.pixels[19] == 0xFF00_00FF)
        #expect(try scratch.names.filter { $0.hasSuffix("gif") } == ["1.gif", "2.gif"])
    }

    @Test func films_have_the_length_of_their_rows() throws {
        // Half a second: black, then white for the second fifth, then black.
        let film = try scratch.write(
            """
            {"v":"5.7.0","fr":10,"ip":0,"op":5,"w":4,"h":4,"markers":[{"cm":"middle","tm":1,"dr":1},{"cm":"end","tm":5,"dr":0}],
            "layers":[{"ty":1,"nm":"Box","ind":1,"ip":1,"op":2,"sw":4,"sh":4,"sc":"#ffffff","ks":{}},
            {"ty":1,"nm":"Ground","ip":0,"op":5,"sw":4,"sh":4,"sc":"#000000","ks":{}}]}
            """, to: "film.json")
        let rows = try scratch.write("id,duration\na,1\nb,\nc,0.3\n", to: "rows.csv")
        func whites(_ name: String) throws -> (white: Double, whole: Double) {
            let frames = try ImageDecoder(bytes: scratch.bytes(name)).decodeFrames()
            let white = frames.filter { $0.bitmap.pixels[0] == 0xFFFF_FFFF }.reduce(0) { $0 + $1.duration }
            return (white, frames.reduce(0) { $0 + $1.duration })
        }
        func batch(_ name: String, _ arguments: String...) throws -> Command {
            try Command(
                arguments: ["batch", film, "--data", rows, "-q", "-o", scratch.path("\(name)-{id}.gif")] + arguments)
        }
        func expect(_ name: String, _ white: Double, _ whole: Double) throws {
            let found = try whites(name + ".gif")
            #expect(abs(found.white - white) < 0.011 && abs(found.whole - whole) < 0.011, "\(name): \(found)")
        }
        #expect(try batch("cut").status == 0)
        try expect("cut-a", 0.1, 1)
        // Behind the template's end its last frame is shown, not nothing.
        let last = try ImageDecoder(bytes: scratch.bytes("cut-a.gif")).decodeFrames().last
        #expect(last?.bitmap.pixels[0] == 0xFF00_0000)
        try expect("cut-b", 0.1, 0.5)
        try expect("cut-c", 0.1, 0.3)
        let stretched = try batch("s", "--stretch", "middle")
        #expect(
            stretched.status == 1
                && stretched.errors.contains("row 'c': duration: it is 0.3 s, and must be more than 0.4 s"))
        try expect("s-a", 0.6, 1)
        try expect("s-b", 0.1, 0.5)
        let unknown = try batch("u", "--stretch", "midle")
        #expect(unknown.status == 2 && unknown.errors.contains("did you mean 'middle'?"), "\(unknown.errors)")
        #expect(try batch("i", "--ignore", "duration").status == 0)
        try expect("i-a", 0.1, 0.5)
        let wrong = try scratch.write("duration\nlong\n-1\n1e9\n", to: "wrong.csv")
        let check = try Command("batch", film, "--data", wrong, "--check", "-q")
        #expect(check.status == 1 && check.errors.split(separator: "\n").count == 3, "\(check.errors)")
    }

    @Test func texts_that_do_not_fit_are_refused_or_shrunk() throws {
        let rows = "id,Title.Text\nada,very long\n"
        #expect(try batch(rows).status == 0)
        let whole = try scratch.bytes("out/ada.png")
        let refused = try batch(rows, "rows.csv", "--fit", "refuse")
        #expect(
            refused.status == 1 && refused.errors.contains("Title.Text: the text does not fit"), "\(refused.errors)")
        #expect(try batch(rows, "rows.csv", "--fit", "Title.Text=shrink:20x10").status == 0)
        #expect(try scratch.bytes("out/ada.png") != whole)
        #expect(try batch(rows, "rows.csv", "--fit", "shrnk").errors.contains("did you mean 'shrink'?"))
    }

    @Test func a_worker_answers_each_line() throws {
        let output = scratch.path("w/ada.png")
        let results = try worker([
            "{\"id\":\"ada\",\"values\":{\"Paper.Color\":\"lime\"},\"output\":\"\(output)\"}",
            "{\"id\":\"bob\",\"values\":{\"Paper.Colour\":\"lime\"},\"output\":\"\(scratch.path("w/bob.png"))\"}",
            "{\"id\":\"late\",\"output\":\"\(scratch.path("w/late.png"))\",\"deadline\":0.000000001}",
            "{\"outptu\":1}", "{\"metrics\":true}",
        ])
        #expect(results.count == 5)
        func result(_ id: String) throws -> [String: Any] { try #require(results.first { $0["id"] as? String == id }) }
        #expect(try result("ada")["output"] as? String == output && result("ada")["seconds"] is Double)
        #expect(try (result("bob")["error"] as? String)?.contains("did you mean 'Paper.Color'?") == true)
        #expect(try result("bob")["retry"] as? Bool == false)
        #expect(try (result("late")["error"] as? String)?.contains("the deadline has passed") == true)
        #expect(try result("late")["retry"] as? Bool == true)
        #expect(try (result("4")["error"] as? String)?.contains("did you mean 'output'?") == true)
        let metrics = try #require(results.lazy.compactMap { $0["metrics"] as? String }.first)
        #expect(metrics.contains("# TYPE mica_rows_total counter") && metrics.contains("process_resident_memory_bytes"))
        #expect(try color("w/ada.png") == 0xFF00_FF00)
        #expect(!FileManager.default.fileExists(atPath: scratch.path("w/late.png")))
    }

    @Test func a_worker_needs_a_template() throws {
        #expect(try Command("worker", scratch.path("none.json")).status == 2)
        let input = try scratch.write("{\"output\":\"\(scratch.path("a.png"))\"}\n", to: "r.jsonl")
        let run = try Command(arguments: ["worker"], shell: "exec \"$@\" <'\(input)'")
        #expect(run.status == 0 && run.output.contains("\\\"template\\\" is missing"), "\(run.output)")
    }

    @Test func inspect_prints_the_schema_of_a_template() throws {
        let run = try Command("inspect", "--template", card)
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        #expect(properties["Paper.Color"]?["default"] as? String == "#ff0000")
        #expect(properties["Title.Text"]?["width"] as? Double == 20)
    }

    @Test func names_of_outputs_lead_out_of_no_folder() throws {
        let pattern = try OutputPattern("a/{id}-{b}.png")
        #expect(pattern.columns == ["id", "b"] && pattern.example == "a/0-0.png")
        #expect(throws: UsageError.self) { try OutputPattern("a.png") }
        for (id, output) in [("ada", "a/ada-1.png"), ("..", nil), ("b/c", nil), ("", "a/1-1.png")]
            as [(String, String?)]
        {
            let file = try scratch.write("id,b\n\(id),1\n", to: "rows.csv")
            let row = try #require(try TemplateRows(file).next())
            #expect(pattern.output(of: row) == output, "\(id)")
        }
    }
}
