// The ten jobs as one does them in Java 17, with parallel streams and what stands beside them.
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

final class JavaStreams {
  record Order(int id, String customer, double price) {}

  record Folder(long bytes, Folder left, Folder right) {}

  static double[] withTax(List<Order> orders) {
    // snippet: map
    double[] totals = orders.parallelStream()
        .mapToDouble(o -> o.price() * 1.19)
        .toArray();
    // end
    return totals;
  }

  static void takeOut(long[] stock, long[] sold) {
    // snippet: index loop
    IntStream.range(0, stock.length).parallel()
        .forEach(i -> stock[i] -= sold[i]);
    // end
  }

  static double revenue(List<Order> orders) {
    // snippet: sum
    double revenue = orders.parallelStream()
        .mapToDouble(Order::price)
        .sum();
    // end
    return revenue;
  }

  static List<String> dearOnes(List<Order> orders) {
    // snippet: filter and collect
    List<String> names = orders.parallelStream()
        .filter(o -> o.price() >= 40)
        .map(Order::customer)
        .collect(Collectors.toList());
    // end
    return names;
  }

  static Map<String, Long> byCustomer(List<Order> orders) {
    // snippet: group and count
    Map<String, Long> counts = orders.parallelStream()
        .collect(Collectors.groupingBy(
            Order::customer, Collectors.counting()));
    // end
    return counts;
  }

  static Order[] dearestFirst(Order[] orders) {
    // snippet: sort
    Arrays.parallelSort(orders,
        Comparator.comparingDouble(Order::price).reversed());
    // end
    return orders;
  }

  static OptionalInt firstAt(List<Order> orders, double price) {
    // snippet: find first
    OptionalInt first = IntStream.range(0, orders.size())
        .parallel()
        .filter(i -> orders.get(i).price() >= price)
        .findFirst();
    // end
    return first;
  }

  static long[] endsOf(long[] lengths) {
    // snippet: prefix sum
    long[] ends = lengths.clone();
    Arrays.parallelPrefix(ends, Long::sum);
    // end
    return ends;
  }

  // snippet: fork and join
  static class BytesIn extends RecursiveTask<Long> {
    private static final long serialVersionUID = 1;
    private final transient Folder folder;
    private final int levelsToShare;

    BytesIn(Folder folder, int levelsToShare) {
      this.folder = folder;
      this.levelsToShare = levelsToShare;
    }

    @Override
    protected Long compute() {
      if (folder.left() == null) return folder.bytes();
      var left = new BytesIn(folder.left(), levelsToShare - 1);
      var right = new BytesIn(folder.right(), levelsToShare - 1);
      if (levelsToShare <= 0)
        return folder.bytes() + left.compute() + right.compute();
      left.fork();
      return folder.bytes() + right.compute() + left.join();
    }
  }
  // end

  static long allBytes(Folder root) {
    return ForkJoinPool.commonPool().invoke(new BytesIn(root, 8));
  }

  static void auditAll(List<Order> orders, AtomicBoolean stop)
      throws InterruptedException, ExecutionException {
    // snippet: limit and stop
    ForkJoinPool two = new ForkJoinPool(2);
    try {
      two.submit(() -> orders.parallelStream().forEach(o -> {
        if (!stop.get()) audit(o, stop);
      })).get();
    } finally {
      two.shutdown();
    }
    // end
  }

  // From here on: as main.cpp.
  static final int MANY = 10_000;
  static final int WRONG_ORDER = 500;
  static final AtomicInteger audits = new AtomicInteger();
  static final AtomicInteger atWork = new AtomicInteger();
  static final AtomicInteger mostAtWork = new AtomicInteger();

  static void audit(Order o, AtomicBoolean stop) {
    audits.incrementAndGet();
    mostAtWork.accumulateAndGet(atWork.incrementAndGet(), Math::max);
    int work = o.id();
    for (int i = 0; i != 1000; ++i) work = work * 1_664_525 + 1_013_904_223;
    atWork.decrementAndGet();
    if (o.id() == WRONG_ORDER || (work == 0 && o.id() < 0)) stop.set(true);
  }

  static List<Order> makeOrders() {
    return IntStream.range(0, MANY)
        .mapToObj(i -> new Order(i, "customer " + i * 7919 % 97, i * 7919 % 5003 / 100.0))
        .collect(Collectors.toList());
  }

  static long[] makeNumbers(IntUnaryOperator f) {
    return IntStream.range(0, MANY).map(f).asLongStream().toArray();
  }

  static Folder makeFolder(int levels, long bytes) {
    if (levels == 0) return new Folder(bytes, null, null);
    return new Folder(bytes, makeFolder(levels - 1, bytes * 3 % 1009), makeFolder(levels - 1, bytes * 5 % 1013));
  }

  static void show(String job, Stream<String> items) {
    List<String> list = items.collect(Collectors.toList());
    String all = list.stream().map(text -> text + ";").collect(Collectors.joining());
    System.out.printf("%s: %d items, %s... hash %s%n", job, list.size(),
        all.substring(0, 40), Integer.toUnsignedString(all.hashCode()));
  }

  static Stream<String> texts(long[] numbers) {
    return LongStream.of(numbers).mapToObj(Long::toString);
  }

  static boolean refuses(Runnable call) {
    try {
      call.run();
      return false;
    } catch (IllegalStateException refused) {
      return true;
    }
  }

  static void sayWhatIsWrongOnThePage(List<Order> orders) {
    if (Stream.<Order>empty().collect(Collectors.averagingDouble(Order::price)) != 0)
      System.out.println("the average of no numbers is not 0");
    if (!refuses(() -> orders.stream().collect(Collectors.toMap(Order::customer, Order::price))))
      System.out.println("toMap takes equal keys");
    Stream<Order> once = orders.stream();
    once.count();
    if (!refuses(once::count)) System.out.println("a stream may be used again");
  }

  public static void main(String[] arguments) throws Exception {
    Locale.setDefault(Locale.ROOT);
    List<Order> orders = makeOrders();
    auditAll(orders, new AtomicBoolean());
    System.out.printf("limit and stop: %s, %s%n", audits.get() < MANY ? "gave up early" : "went on",
        mostAtWork.get() <= 2 ? "at most 2 at a time" : "more than 2 at a time");
    show("map", Arrays.stream(withTax(orders)).mapToObj(total -> String.format("%.4f", total)));
    long[] stock = makeNumbers(i -> i * 11 % 1000);
    takeOut(stock, makeNumbers(i -> i * 7 % 100));
    show("index loop", texts(stock));
    System.out.printf("sum: %.4f%n", revenue(orders));
    show("filter and collect", dearOnes(orders).stream());
    show("group and count",
        new TreeMap<>(byCustomer(orders)).entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()));
    System.out.printf("find first: %d%n", firstAt(orders, 50.02).orElse(-1));
    System.out.printf("find none: %s%n", firstAt(orders, 50.03).isPresent() ? "some" : "none");
    show("prefix sum", texts(endsOf(makeNumbers(i -> i * 13 % 101))));
    System.out.printf("fork and join: %d%n", allBytes(makeFolder(12, 1000)));
    show("sort", Arrays.stream(dearestFirst(orders.toArray(Order[]::new))).map(o -> Integer.toString(o.id())));
    sayWhatIsWrongOnThePage(orders);
  }
}
