import Foundation
import Glibc
import Mica
import MicaCommandLine
import MicaDocuments
import MicaSurface
import Synchronization

/// `mica batch`: a picture or a film for each row of data.
struct BatchCommand {
    /// `mica batch --help`.
    static let help = """
        usage: mica batch TEMPLATE --data ROWS -o OUTPUT [OPTIONS]

        Draws a Lottie or Core Animation document once for each row of data, with the row's texts, colours, numbers, pictures,
        films and sounds: a CSV file with names in its first line, a JSON object on each line, or one array of objects. ROWS
        '-' is standard input. OUTPUT has names of columns in braces, such as 'cards/{id}.png', and the endings of 'mica render'. {id} is the column
        id, or the number of the row. Of png and jpg it is one frame, of gif, webp and videos all of the template.

        A column is the name of a value ('mica inspect --template TEMPLATE' prints all), id, duration (the seconds of a film),
        or one of --map and --ignore. All rows of a file are checked before anything is drawn. A row that fails stops no
        other. An output appears whole or not at all.

        rows
          --data ROWS        the rows
          --map COLUMN=KEYPATH
                             the value of a column: 'headline=Title.Text'; can be given several times
          --ignore COLUMNS   columns that are not values, with commas between
          --fit RULE         for texts that do not fit their boxes: shrink, wrap or refuse, default none; for pictures of other
                             shapes: stretch (the default), contain or cover
          --fit KEYPATH=RULE the same for one value; for a text with its room: 'Title.Text=shrink:640x120'
          --pictures DIR     the folder of the rows' pictures, films and sounds; default: that of ROWS
          --check            check the rows, and draw nothing
          --strict           draw nothing if a row is not valid
        view
          --size WxH         the view, in points; default: the template's own size
          --width W          the view's width in points; its height follows from the proportions
          --scale S          pixels per point, default 1
          --background C     the background: #rgb, #rrggbb, #rrggbbaa, or a name such as white; default transparent
        when
          --time T           the one frame at T seconds, also of gif and webp; default 0 for png and jpg
          --duration D       D seconds from 0; default for animations and videos: the template's own
          --stretch MARKER   films of another length, by the column duration in seconds, are slower or faster in this part of
                             the template; default: they end sooner, or show the last frame for longer
          --cut MARKER       the same, but the part ends sooner, or shows its last frame for longer
          --fps N            frames a second, default the template's own
        output
          -o, --output FILE  the outputs, with columns in braces
          --skip-existing    leave existing outputs: for a batch that was stopped
          --format NAME      png, jpg, gif, webp, mp4, webm or mov, whatever the output's ending
          --quality Q        of jpg (default 90) and of videos (default 75), 1 to 100
          --codec NAME       of videos: h264 (the default for .mp4), h265 (.mp4, .mov), av1 (.mp4, .webm), vp9 (the default for
                             .webm), prores (the default for .mov) or png (.mov)
          --preset NAME      of videos: fast, good (the default) or small, which takes longest
          --crf N            of videos in place of --quality: the encoder's constant rate factor, 1 (best) to 51, of VP9 and
                             AV1 63
          --compression N    effort of png, 0 to 12, default 5
          --loop N           how often a gif or webp plays, default 0: for ever
          --results FILE     write a line of JSON for each row: id, output and seconds, or the error
          --metrics FILE     write the numbers of the run in Prometheus' text form
        how
          -j, --jobs N       rows that are drawn at once, default one a core
          --other-fonts      replace fonts that are not installed, which are errors otherwise
          --appearance NAME  the appearance of a wallpaper, such as Dark
          --animation NAME   an animation of a .lottie archive; default: its first
          --theme NAME       a theme of a .lottie archive
          --player NAME      draw as the specification says, which is the default, or as core-animation, Apple's player, does
          --large            accept templates of any size: only for your own
          -q, --quiet        print errors only

        Exit status: 0 all rows are drawn; 1 rows failed by their content, or are not valid: another try fails as well; 2
        the command line, the template or the columns are not valid, and nothing is drawn; 75 rows were not written, as on a
        full disk: try again with --skip-existing. A signal ends it with the signal's status: try again as well.

        example: mica batch card.json --data people.csv --map name=Name.Text -o 'cards/{id}.png' --skip-existing
        """

    private var options = RowOptions()
    private var templates: [String] = []
    private var data: String?
    private var resultsPath: String?
    private var checksOnly = false, isStrict = false

    /// The names of its own options.
    private static let names = ["--data", "--output", "--check", "--strict", "--results"]

    static func run(_ list: [String]) throws {
        guard var command = try parse(list) else { return Console.print(help) }
        Console.end(try command.draw())
    }

    private static func parse(_ list: [String]) throws -> BatchCommand? {
        var command = BatchCommand()
        var arguments = Arguments(list, of: "batch", letters: ["-o", "-j"])
        while let item = try arguments.next() {
            guard case .option(let name) = item else {
                if case .input(let path) = item { command.templates.append(path) }
                continue
            }
            switch name {
            case "--help", "-h": return nil
            case "--data": command.data = try arguments.value(of: name)
            case "-o", "--output": command.options.render.outputs.append(try arguments.value(of: name))
            case "--check": command.checksOnly = true
            case "--strict": command.isStrict = true
            case "--results": command.resultsPath = try arguments.value(of: name)
            default:
                guard try command.options.take(name, &arguments) else {
                    throw arguments.unknown(name, among: names + RowOptions.names + RenderOptions.sharedNames)
                }
            }
        }
        try command.check(arguments)
        return command
    }

    private mutating func check(_ arguments: Arguments) throws {
        guard templates.count == 1 else {
            throw arguments.wrong(templates.isEmpty ? "no template is named" : "a batch has one template")
        }
        guard let data else { throw arguments.wrong("no rows are named: --data FILE") }
        guard checksOnly || options.render.outputs.count == 1 else {
            throw arguments.wrong("a batch has one output, such as -o 'cards/{id}.png'")
        }
        options.render.output = options.render.outputs.first ?? ""
        try options.render.checkShared(arguments)
        if options.mapping.folder.isEmpty, let slash = data.lastIndex(of: "/") {
            options.mapping.folder = slash == data.startIndex ? "/" : String(data[..<slash])
        }
    }

    /// Checks the rows, and draws them.
    ///
    /// - Returns: the exit status.
    private mutating func draw() throws -> Int32 {
        let template = try usage { try options.template(templates[0]) }
        let pattern = checksOnly && options.render.output.isEmpty ? nil : try OutputPattern(options.render.output)
        // A column that the output alone names is no value.
        for column in pattern?.columns ?? []
        where options.mapping.names[column] == nil && template.fields(named: column).isEmpty {
            options.mapping.ignored.insert(column)
        }
        // Rows of a pipe come once, so that each is checked when it comes.
        let path = data ?? ""
        let isFile = path != "-" && (try? FileStamp(path))?.isRegular != false
        let check = RowCheck(
            template: template, mapping: options.mapping, pattern: pattern, file: path == "-" ? "standard input" : path)
        if isFile || checksOnly {
            let rows = try usage { try TemplateRows(path) }
            try usage { try check.columns(rows.columns) }
            for row in rows { if let line = check.fault(of: row) { Console.error("mica: \(line)") } }
            if checksOnly { return summary(of: check) }
            if isStrict, !check.faults.isEmpty {
                throw CommandFailure("nothing is drawn, as --strict refuses rows that are not valid")
            }
        }
        // An impossible output is reported before anything is drawn.
        var first = options.render
        first.output = pattern?.example ?? ""
        _ = try RenderCommand.makeSink(first, copying: [])
        if let time = options.render.time, template.duration > 0, time > template.duration, !options.render.quiet {
            let (time, end) = (String(format: "%g", time), String(format: "%g", template.duration))
            Console.error("mica: note: --time: outputs show \(time) s, and \(template.path) ends at \(end) s")
        }
        let rows = try usage { try TemplateRows(path) }
        if !isFile { try usage { try check.columns(rows.columns) } }
        return try draw(rows, template, check, pattern, isChecked: isFile)
    }

    /// Runs what the command line names: its errors have the status of a command line that is not valid.
    private func usage<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch {
            Console.error("mica: \(error)")
            Console.end(ExitCode.usage)
        }
    }

    private func summary(of check: RowCheck) -> Int32 {
        if !options.render.quiet {
            Console.print("\(check.count) rows, \(check.count - check.faults.count) valid")
        }
        return check.faults.isEmpty ? ExitCode.success : ExitCode.failure
    }

    private func draw(
        _ rows: TemplateRows, _ template: DocumentTemplate, _ check: RowCheck, _ pattern: OutputPattern?,
        isChecked: Bool
    ) throws -> Int32 {
        guard let pattern else { return ExitCode.success }
        let run = BatchRun(
            options: options, template: template, lines: try resultsPath.map { try ResultLines(path: $0) },
            total: check.count)
        RowOptions.prepareProcess()
        let pool = DrawingPool(threads: options.jobs, places: options.jobs * 2)
        var number = 0
        for row in rows {
            number += 1
            if isChecked, check.faults.contains(number) {
                run.fail(row, nil, check.reason(of: row))
            } else if !isChecked, let line = check.fault(of: row) {
                Console.error("mica: \(line)")
                run.fail(row, nil, line)
            } else {
                let output = pattern.output(of: row) ?? ""
                pool.add { run.draw(row, into: output) }
            }
        }
        pool.finish()
        return try run.finish(pattern.text)
    }
}
