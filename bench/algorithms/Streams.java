// The contender `java`: parallel streams, and the parallel methods of java.util.Arrays.
//
// usage: Streams             prints the names of its cases, on one line
//        Streams CASE ITEMS  makes the case's inputs, then obeys lines of standard input until there are no more:
//          check             makes one call and prints the hash of what it left
//          CALLS             makes so many calls and prints the nanoseconds they took
//
// Inputs, answers and hash are those of cases.cpp and leaf.hpp, bit for bit. Java's long stands for their u64: adding,
// multiplying and comparing for equality are the same; order and remainders are asked for unsigned.
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.summingDouble;
import static java.util.stream.Collectors.summingLong;
import static java.util.stream.Collectors.toMap;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

final class Streams {
  record Item(long key, long a, long b, long c, long d, long e, long f, long g) {}

  record Row(int group, int kind, double amount) {}

  record Amount(int group, double value) {}

  static final class Work {
    final int n;
    long[] a = {}, b = {};
    double[] d = {};
    String[] texts = {};
    Item[] items = {};
    Row[] rows = {};
    long wanted;

    long[] out = {};
    double[] outD = {};
    String[] outTexts = {};
    Item[] outItems = {};
    long answer;
    boolean checking;

    Work(int n) { this.n = n; }

    // As if nobody had written to the outputs, which stay the same arrays: restoring makes no garbage.
    void restore() {
      System.arraycopy(a, 0, out, 0, Math.min(a.length, out.length));
      if (out.length > a.length) Arrays.fill(out, a.length, out.length, 0);
      System.arraycopy(d, 0, outD, 0, outD.length);
      System.arraycopy(texts, 0, outTexts, 0, outTexts.length);
      System.arraycopy(items, 0, outItems, 0, outItems.length);
      answer = 0;
    }

    long allAnswers() {
      long words = answer;
      words = words * 31 + out.length;
      for (long x : out) words = words * 31 + x;
      words = words * 31 + outD.length;
      for (double x : outD) words = words * 31 + (long) x;
      words = words * 31 + outTexts.length;
      for (String x : outTexts) words = words * 31 + bitsOf(x);
      words = words * 31 + outItems.length;
      for (Item x : outItems) words = words * 31 + x.key;
      return words;
    }

    void answerWith(long[] made) {
      long words = made.length;
      if (made.length != 0) words = words * 31 + made[0] * 7 + made[made.length - 1];
      if (checking)
        for (long x : made) words = words * 31 + x;
      answer = words;
    }

    void answerWith(double[] made) {
      long words = made.length;
      if (made.length != 0) words = words * 31 + (long) made[0] * 7 + (long) made[made.length - 1];
      if (checking)
        for (double x : made) words = words * 31 + (long) x;
      answer = words;
    }

    void answerWithGroups(Map<? extends Number, ? extends Number> groups) {
      long[] words = {groups.size()};
      if (checking) groups.forEach((key, value) -> words[0] += mixed(key.longValue()) * (value.longValue() + 1));
      answer = words[0];
    }

    LongStream numbers() { return Arrays.stream(a).parallel(); }

    DoubleStream doubles() { return Arrays.stream(d).parallel(); }

    IntStream places() { return IntStream.range(0, n).parallel(); }
  }

  // What is done around a call, untimed, beside the call itself.
  record Case(Consumer<Work> make, boolean restored, Consumer<Work> before, Consumer<Work> call, Consumer<Work> after) {
    long nanoseconds(Work w, long calls) {
      if (!restored) {
        final long start = System.nanoTime();
        for (; calls != 0; --calls) call.accept(w);
        return System.nanoTime() - start;
      }
      long total = 0;
      for (; calls != 0; --calls) {
        w.restore();
        before.accept(w);
        final long start = System.nanoTime();
        call.accept(w);
        total += System.nanoTime() - start;
      }
      return total;
    }

    long hash(Work w) {
      w.restore();
      before.accept(w);
      w.checking = true;
      call.accept(w);
      w.checking = false;
      after.accept(w);
      return w.allAnswers();
    }
  }

  static final Map<String, Case> cases = new LinkedHashMap<>();

  static void reading(String name, Consumer<Work> make, Consumer<Work> call) {
    cases.put(name, new Case(make, false, w -> {}, call, w -> {}));
  }

  static void inPlace(String name, Consumer<Work> make, Consumer<Work> call) {
    cases.put(name, new Case(make, true, w -> {}, call, w -> {}));
  }

  // Java sorts longs as signed. With the highest bit turned over, before and after, their order is the unsigned one.
  static void sortingNumbers(String name) {
    final Consumer<Work> turn = w -> Arrays.parallelSetAll(w.out, i -> w.out[i] ^ Long.MIN_VALUE);
    cases.put(name, new Case(Streams::numbers, true, turn, w -> Arrays.parallelSort(w.out), turn));
  }

  static long mixed(long x) { return (x ^ (x >>> 29)) * 0xbf58476d1ce4e5b9L; }

  static long scrambled(long i) {
    final long x = mixed(mixed(i + 12345));
    return x ^ (x >>> 32);
  }

  static double affine(double x) { return x * 3 + 1; }

  static boolean isOdd(long x) { return (x & 1) != 0; }

  static boolean isBelow(long x, long limit) { return Long.compareUnsigned(x, limit) < 0; }

  static long bitsOf(String x) { return x.length() + (x.isEmpty() ? 0 : x.charAt(0)); }

  static long[] made(int n, IntToLongFunction make) {
    final long[] all = new long[n];
    Arrays.parallelSetAll(all, make);
    return all;
  }

  // The inputs.
  static void rowOfNumbers(Work w) {
    w.a = made(w.n, Streams::scrambled);
    w.wanted = 1;
  }

  static void rowOfDoubles(Work w) {
    w.d = new double[w.n];
    Arrays.parallelSetAll(w.d, i -> i * 7919L % 1000);
  }

  static void numbers(Work w) {
    rowOfNumbers(w);
    w.b = made(w.n, i -> scrambled(i + 77));
    sums(w);
    w.out = new long[w.n];
  }

  static void doubles(Work w) {
    w.d = new double[w.n];
    Arrays.parallelSetAll(w.d, i -> scrambled(i) >>> 12);
    w.outD = new double[w.n];
  }

  static void sums(Work w) {
    rowOfDoubles(w);
    w.outD = new double[w.n];
  }

  static void texts(Work w) {
    w.texts = new String[w.n];
    Arrays.parallelSetAll(w.texts, i -> "item " + Long.remainderUnsigned(scrambled(i), 100_000_000));
    w.outTexts = new String[w.n];
  }

  static void items(Work w) {
    w.items = new Item[w.n];
    Arrays.parallelSetAll(w.items, i -> new Item(scrambled(i), i, i, i, i, i, i, i));
    w.outItems = new Item[w.n];
  }

  static Consumer<Work> keys(long count) {
    return w -> w.a = made(w.n, i -> Long.remainderUnsigned(scrambled(i), count));
  }

  static void zipfKeys(Work w) {
    w.a = made(w.n, i -> (long) StrictMath.exp((scrambled(i) >>> 11) * 0x1p-53 * StrictMath.log(1e6)));
  }

  static Consumer<Work> sought(int place) {
    return w -> {
      w.a = made(w.n, i -> scrambled(i) | 1);
      w.wanted = 2;
      if (place >= 0 && place < w.n) w.a[place] = w.wanted;
    };
  }

  static void oddTwins(Work w) {
    sought(-1).accept(w);
    w.b = w.a.clone();
    w.wanted = 1;
  }

  static void rows(Work w) {
    w.rows = new Row[w.n];
    Arrays.parallelSetAll(w.rows, i -> {
      final long x = scrambled(i);
      return new Row((int) Long.remainderUnsigned(x, 1000), Integer.remainderUnsigned((int) (x >>> 20), 3), x >>> 54);
    });
  }

  static void stairs(Work w) {
    w.a = made(w.n, i -> i);
    w.wanted = w.n / 2;
  }

  // The calls that serve several cases.
  static void histogram(Work w) {
    w.answerWith(w.numbers().collect(() -> new long[256], (bins, x) -> ++bins[(int) x & 255],
        (bins, more) -> Arrays.setAll(bins, i -> bins[i] + more[i])));
  }

  static void countKeys(Work w) { w.answerWithGroups(w.numbers().boxed().collect(groupingBy(x -> x, counting()))); }

  static void find(Work w) { w.answer = w.places().filter(i -> w.a[i] == w.wanted).findFirst().orElse(w.n); }

  static void collect(Work w) { w.answerWith(w.doubles().map(Streams::affine).toArray()); }

  static void sortItems(Work w) {
    Arrays.parallelSort(w.outItems, Comparator.comparing(Item::key, Long::compareUnsigned));
  }

  static void pipeline(Work w) {
    w.answerWithGroups(Stream.of(w.rows).parallel().filter(r -> r.kind != 0)
        .map(r -> new Amount(r.group, affine(r.amount)))
        .collect(groupingBy(Amount::group, summingDouble(Amount::value))));
  }

  // Streams write into arrays of their own: what is copied into the caller's, for comparing, is not timed.
  static void filterHalf() {
    final long[][] kept = {{}};
    cases.put("filter_half", new Case(Streams::numbers, false, w -> {}, w -> {
      kept[0] = w.numbers().filter(Streams::isOdd).toArray();
      w.answer = kept[0].length;
    }, w -> System.arraycopy(kept[0], 0, w.out, 0, kept[0].length)));
  }

  static void headline() {
    reading("sum_f64", Streams::rowOfDoubles, w -> w.answer = (long) w.doubles().sum());
    sortingNumbers("sort_u64");
    inPlace("sort_f64", Streams::doubles, w -> Arrays.parallelSort(w.outD));
    inPlace("sort_string", Streams::texts, w -> Arrays.parallelSort(w.outTexts));
    inPlace("sort_record", Streams::items, Streams::sortItems);
    reading("scan_u64", Streams::numbers, w -> {
      System.arraycopy(w.a, 0, w.out, 0, w.n);
      Arrays.parallelPrefix(w.out, Long::sum);
    });
    reading("scan_f64", Streams::sums, w -> {
      System.arraycopy(w.d, 0, w.outD, 0, w.n);
      Arrays.parallelPrefix(w.outD, Double::sum);
    });
    filterHalf();
    reading("collect_vector", Streams::rowOfDoubles, Streams::collect);
    reading("histogram_dense", Streams::rowOfNumbers, Streams::histogram);
    reading("count_100k", keys(100_000), Streams::countKeys);
    reading("count_16", keys(16), Streams::countKeys);
    reading("count_10m", Streams::rowOfNumbers, Streams::countKeys);
    reading("count_zipf", Streams::zipfKeys, Streams::countKeys);
    reading("find_none", sought(-1), Streams::find);
    reading("find_1k", sought(1000), Streams::find);
    reading("find_5m", sought(5_000_000), Streams::find);
    reading("pipeline", Streams::rows, Streams::pipeline);
  }

  static void transforming() {
    reading("for_each", Streams::numbers, w -> w.places().forEach(i -> w.out[i] |= 1));
    reading("for_each_index", Streams::numbers, w -> w.places().forEach(i -> w.outD[i] = affine(w.d[i])));
    reading("map", Streams::rowOfDoubles, Streams::collect);
    reading("map_into", Streams::numbers, w -> Arrays.parallelSetAll(w.outD, i -> affine(w.d[i])));
    reading("tabulate", Streams::rowOfNumbers,
        w -> w.answerWith(LongStream.range(0, w.n).parallel().map(Streams::mixed).toArray()));
    reading("generate", Streams::numbers, w -> Arrays.parallelSetAll(w.out, Streams::mixed));
    reading("flat_map", Streams::rowOfNumbers, w -> w.answerWith(w.numbers().mapMulti((x, put) -> {
      for (long k = 0, count = Long.remainderUnsigned(x, 3); k != count; ++k) put.accept(x + k);
    }).toArray()));
    reading("zip", Streams::numbers, w -> Arrays.parallelSetAll(w.out, i -> w.a[i] * w.b[i]));
    reading("enumerate", Streams::numbers, w -> Arrays.parallelSetAll(w.out, i -> w.a[i] + i));
    reading("concat", Streams::numbers,
        w -> w.answer = LongStream.concat(w.numbers(), Arrays.stream(w.b).parallel()).map(Streams::mixed).sum());
  }

  static void choosing() {
    reading("filter", Streams::rowOfNumbers, w -> w.answerWith(w.numbers().filter(Streams::isOdd).toArray()));
    reading("filter_map", Streams::rowOfNumbers,
        w -> w.answerWith(w.numbers().filter(Streams::isOdd).map(Streams::mixed).toArray()));
    reading("distinct", keys(1000), w -> w.answerWith(w.numbers().distinct().toArray()));
    reading("take_while", Streams::stairs,
        w -> w.answerWith(w.numbers().takeWhile(x -> isBelow(x, w.wanted)).toArray()));
    reading("drop_while", Streams::stairs,
        w -> w.answerWith(w.numbers().dropWhile(x -> isBelow(x, w.wanted)).toArray()));
  }

  static void folding() {
    reading("sum", Streams::rowOfDoubles, w -> w.answer = (long) w.doubles().sum());
    reading("reduce", Streams::rowOfNumbers, w -> w.answer = w.numbers().reduce(0, Long::sum));
    reading("map_reduce", Streams::rowOfNumbers, w -> w.answer = w.numbers().map(Streams::mixed).reduce(0, Long::sum));
    reading("product", Streams::oddTwins, w -> w.answer = w.numbers().reduce(1, (x, y) -> x * y));
    reading("count", keys(16), w -> w.answer = w.numbers().filter(x -> x == w.wanted).count());
    reading("count_if", Streams::rowOfNumbers, w -> w.answer = w.numbers().filter(Streams::isOdd).count());
    reading("min", Streams::rowOfNumbers,
        w -> w.answer = w.numbers().reduce((x, y) -> Long.compareUnsigned(x, y) <= 0 ? x : y).orElse(0));
    reading("max", Streams::rowOfNumbers,
        w -> w.answer = w.numbers().reduce((x, y) -> Long.compareUnsigned(x, y) >= 0 ? x : y).orElse(0));
    reading("average", Streams::rowOfDoubles, w -> w.answer = (long) w.doubles().average().orElse(0));
    reading("statistics", Streams::rowOfDoubles, w -> {
      final var all = w.doubles().summaryStatistics();
      w.answer = w.n == 0 ? 0 : (long) all.getSum() + (long) all.getMin() + (long) all.getMax() + 1;
    });
  }

  static void ordering() {
    reading("inclusive_scan_into", Streams::numbers, cases.get("scan_u64").call);
    sortingNumbers("sort");
    inPlace("sort_by", Streams::items, Streams::sortItems);
    reading("is_sorted", Streams::stairs, w -> w.answer = IntStream.range(1, w.n).parallel()
        .allMatch(i -> Long.compareUnsigned(w.a[i - 1], w.a[i]) <= 0) ? 1 : 0);
  }

  static void searching() {
    reading("any", Streams::oddTwins, w -> w.answer = w.numbers().anyMatch(x -> isBelow(x, w.wanted)) ? 1 : 0);
    reading("all", Streams::oddTwins, w -> w.answer = w.numbers().allMatch(Streams::isOdd) ? 1 : 0);
    reading("none", Streams::oddTwins, w -> w.answer = w.numbers().noneMatch(x -> isBelow(x, w.wanted)) ? 1 : 0);
    reading("find", Streams::oddTwins, Streams::find);
    reading("find_if", Streams::oddTwins,
        w -> w.answer = w.places().filter(i -> isBelow(w.a[i], w.wanted)).findFirst().orElse(w.n));
    reading("find_any", Streams::oddTwins,
        w -> w.answer = w.places().filter(i -> isBelow(w.a[i], w.wanted)).findAny().isPresent() ? 1 : 0);
    reading("mismatch", Streams::oddTwins,
        w -> w.answer = w.places().filter(i -> w.a[i] != w.b[i]).findFirst().orElse(w.n));
    reading("equal", Streams::oddTwins, w -> w.answer = w.places().allMatch(i -> w.a[i] == w.b[i]) ? 1 : 0);
  }

  static void grouping() {
    reading("group_by", Streams::rowOfNumbers, w -> w.answer =
        w.numbers().boxed().collect(groupingBy(x -> Long.remainderUnsigned(x, 1000))).size());
    reading("group_reduce", Streams::rowOfNumbers, w -> w.answerWithGroups(
        w.numbers().boxed().collect(groupingBy(x -> Long.remainderUnsigned(x, 1000), summingLong(x -> x)))));
    reading("count_by", keys(1000), Streams::countKeys);
    reading("to_map", Streams::rowOfNumbers, w -> w.answer =
        w.numbers().boxed().collect(toMap(x -> Long.remainderUnsigned(x, 100_000), x -> x, (x, y) -> x)).size());
    reading("join_strings", Streams::texts,
        w -> w.answer = Stream.of(w.texts).parallel().collect(joining(",")).length());
    reading("histogram", Streams::rowOfNumbers, Streams::histogram);
  }

  static void obey(Case c, Work w) throws IOException {
    final var in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine())
      System.out.println(
          line.equals("check") ? Long.toUnsignedString(c.hash(w)) : c.nanoseconds(w, Long.parseLong(line)));
  }

  public static void main(String[] arguments) throws IOException {
    headline();
    transforming();
    choosing();
    folding();
    ordering();
    searching();
    grouping();
    if (arguments.length == 0) {
      System.out.println(String.join(" ", cases.keySet()));
      return;
    }
    final var w = new Work(Integer.parseInt(arguments[1]));
    final Case c = cases.get(arguments[0]);
    c.make.accept(w);
    w.restore();
    System.gc();
    obey(c, w);
  }
}
